import type { API } from "@platformatic/kafka";
import { ReeveError } from "@reeve/contract";
import { Unreached } from "../wire/link.ts";
import type { Links } from "../wire/links.ts";
import type { Member } from "./members.ts";

/** Milliseconds for an answer that a node has itself. */
export const READ = 5000;

/** Milliseconds for an answer that the controllers have to agree on. */
export const CHANGE = 20_000;

/** Asks the first member that can be reached. One that has been sent the question is the only one that is. */
export async function askAny<Arguments extends unknown[], Answer>(
  members: readonly Member[],
  links: Links,
  api: API<Arguments, Answer>,
  args: Arguments,
  deadline: number,
): Promise<Answer> {
  for (const { node, endpoint } of members) {
    try {
      return await links.to(endpoint).call(api, args, deadline);
    } catch (error) {
      if (error instanceof Unreached) continue;
      const reason = error instanceof Error ? error.message : String(error);
      throw new ReeveError("server-failure", `${node.id} gave no answer: ${reason}; are its controllers running?`);
    }
  }
  throw new ReeveError("server-failure", "no broker answers; the plans deploy and recovery say what becomes of them");
}
