import type { EngineContext, NodeView } from "@reeve/orchestrator";
import { FIRST_CONTROLLER } from "../specs/controller-pod.ts";
import { isInStep, type Quorum } from "./quorum.ts";

const KEY = "voters";

/** The volumes of the controllers with a vote, by their ids in the quorum, as of the last known leader. */
type Volumes = Readonly<Record<string, string>>;

/** Distinguishes a quorum that is about to elect a leader from one whose majority has lost its volumes, and so can never elect one again. */
export interface Voters {
  learn(quorum: Quorum): void;
  /** The reason why no leader can ever be elected; undefined if, as far as known, one can. */
  whyNoMajority(): string | undefined;
}

export function rememberedVoters(
  { store, log }: Pick<EngineContext<unknown>, "store" | "log">,
  controllers: () => readonly NodeView[],
): Voters {
  let known = (store.get(KEY) ?? {}) as Volumes;

  function learn(quorum: Quorum): void {
    const volumes = new Map(controllers().map((node) => [FIRST_CONTROLLER + node.index, volumeOf(node)]));
    const now: Record<string, string> = {};
    for (const { replicaId } of quorum.currentVoters) {
      const volume = isInStep(quorum, replicaId) ? volumes.get(replicaId) : known[replicaId];
      if (volume !== undefined) now[replicaId] = volume;
    }
    if (JSON.stringify(now) === JSON.stringify(known)) return;
    known = now;
    try {
      store.write([[KEY, now]]);
    } catch (error) {
      // The next answer contains it again, so reads continue when the disk is full.
      log("warn", "the volumes of the controllers could not be stored", { reason: String(error) });
    }
  }

  return {
    learn,
    whyNoMajority() {
      const voters = Object.entries(known);
      const there = new Set(controllers().map(volumeOf));
      const lost = voters.filter(([, volume]) => !there.has(volume)).map(([id]) => Number(id) - FIRST_CONTROLLER);
      if (voters.length === 0 || voters.length - lost.length > voters.length / 2) return undefined;
      const names = lost.map((index) => `controller-${index}`).join(", ");
      return `no leader can be elected: of ${voters.length} controllers with a vote ${names} ${lost.length === 1 ? "has" : "have"} lost the volume; the brokers' data stays on their volumes and is unreachable until a majority has its volumes back, and without them a new instance has to be made`;
    },
  };
}

function volumeOf({ volumes }: NodeView): string {
  return Object.values(volumes).join(",");
}
