import type { Store } from "@reeve/orchestrator";
import type { Links } from "../wire/links.ts";
import type { Members } from "./members.ts";
import { askQuorum } from "./quorum.ts";

const KEY = "controller-epoch";

/**
 * How often the controllers have had a new leader: what this engine has in place of the controller's epoch. While none of them answers, it is what it
 * was when one did.
 */
export function controllerEpochs(store: Store, members: Members, links: Links): () => Promise<number> {
  return async () => {
    const known = store.get(KEY);
    const quorum = await askQuorum(members, links).catch(() => undefined);
    const epoch = quorum?.leaderEpoch ?? (typeof known === "number" ? known : 0);
    if (epoch !== known) store.write([[KEY, epoch]]);
    return epoch;
  };
}
