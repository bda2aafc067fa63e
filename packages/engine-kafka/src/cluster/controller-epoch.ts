import type { EngineContext } from "@reeve/orchestrator";
import type { Links } from "../wire/links.ts";
import type { Members } from "./members.ts";
import { askQuorum } from "./quorum.ts";

const KEY = "controller-epoch";

/** Milliseconds for which an answer is good enough: a new leader takes longer to be elected. */
const FRESH = 1000;

/**
 * How often the controllers have had a new leader: what this engine has in place of the controller's epoch. While none of them answers, it is what it
 * was when one did.
 */
export function controllerEpochs(
  { store, clock }: Pick<EngineContext<unknown>, "store" | "clock">,
  members: Members,
  links: Links,
): () => Promise<number> {
  let asked: { readonly at: number; readonly epoch: Promise<number> } | undefined;

  async function ask(): Promise<number> {
    const known = store.get(KEY);
    const quorum = await askQuorum(members, links).catch(() => undefined);
    const epoch = quorum?.leaderId !== undefined ? quorum.leaderEpoch : typeof known === "number" ? known : 0;
    if (epoch !== known) store.write([[KEY, epoch]]);
    return epoch;
  }

  return () => {
    const now = clock.now();
    if (!asked || now - asked.at > FRESH) asked = { at: now, epoch: ask() };
    return asked.epoch;
  };
}
