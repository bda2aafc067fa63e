import { isReeveError } from "@reeve/contract";
import type { Kind, Settings } from "@reeve/profiles";
import { shown } from "@reeve/terminal";
import { createTransport } from "@reeve/transport";
import type { Context } from "../../model/context.ts";
import type { Given } from "../../model/given.ts";
import { limitsOf } from "../../session/limits.ts";
import { reachOf } from "../../session/open.ts";
import { type Info, infoOf } from "./instances.ts";

/** A service to show, and the flags that select it. */
export interface Subject {
  readonly kind: Kind;
  readonly given: Given;
  /** Whether its nodes are real, so that clients can connect to them; false if unknown. */
  readonly isReal?: boolean;
}

/** Whether the user named a service for this command; a profile only sets a default. */
export function isNarrowed({ service }: Settings): boolean {
  return Object.values(service).some(({ place }) => place !== "profile");
}

/** The instances of Reeve's own service; none if the server is another. */
export async function runningThere(
  settings: Settings,
  given: Given,
  context: Context,
  note: (text: string) => void = (text) => context.terminal.notes.write(text),
): Promise<readonly Subject[]> {
  const transport = createTransport({ ...(await reachOf(settings, given, context)), retries: 0 });
  const { whole } = limitsOf(given);
  try {
    const options = { signal: context.signal, ...(whole !== undefined && { totalTimeout: whole }) };
    const { instances, refused } = await infoOf(transport, options);
    if (refused) note(refusal(refused, context));
    return instances.map(({ name, kind, revision, simulated }) => ({
      kind,
      given: about(given, name, revision),
      isReal: !simulated,
    }));
  } catch (thrown) {
    if (isReeveError(thrown) && thrown.context.status !== undefined) return [];
    throw thrown;
  } finally {
    await transport.close();
  }
}

/** A refused file appears in no plan, so without a note it would look deployed. */
function refusal({ file, reason }: NonNullable<Info["refused"]>, { terminal }: Context): string {
  const sentence = `${file} was refused, so it changes nothing: ${reason}`;
  return `note: ${shown(sentence, terminal.notes.style())}\n`;
}

function about(given: Given, service: string, revision: string): Given {
  return { ...given, flags: new Map([...given.flags, ["service", [service]], ["revision", [revision]]]) };
}
