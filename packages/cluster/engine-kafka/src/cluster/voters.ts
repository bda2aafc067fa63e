import type { EngineContext, NodeView } from "@reeve/orchestrator/engine";
import { FIRST_CONTROLLER } from "../specs/controller-pod.ts";
import { type ControllerQuorum, controllerId, isControllerInStep } from "./quorum.ts";

const KEY = "voters";

/** The volume of each voter, by the voter's id in the quorum, as the last known leader reported it. */
type Volumes = Readonly<Record<string, string>>;

/** Tells whether a quorum can elect a leader again. This is impossible if a majority of the voters have lost their volumes. */
export function rememberedVoters({ store, log }: Pick<EngineContext<unknown>, "store" | "log">, controllers: () => readonly NodeView[]) {
  let known = (store.get(KEY) ?? {}) as Volumes;

  function learn(quorum: ControllerQuorum): void {
    const volumes = new Map(controllers().map((node) => [controllerId(node), volumeOf(node)]));
    const now: Record<string, string> = {};
    for (const { replicaId } of quorum.currentVoters) {
      const volume = isControllerInStep(quorum, replicaId) ? volumes.get(replicaId) : known[replicaId];
      if (volume !== undefined) now[replicaId] = volume;
    }
    if (JSON.stringify(now) === JSON.stringify(known)) return;
    known = now;
    try {
      store.write([[KEY, now]]);
    } catch (error) {
      // A failed write is only logged, so that reads also work while the disk is full. The next report contains the volumes again.
      log("warn", "the volumes of the controllers could not be stored", { reason: String(error) });
    }
  }

  return {
    learn,
    /** Returns why a leader can never be elected; undefined if one can be elected, as far as is known. */
    whyNoMajority(): string | undefined {
      const voters = Object.entries(known);
      const there = new Set(controllers().map(volumeOf));
      const lost = voters.filter(([, volume]) => !there.has(volume)).map(([id]) => Number(id) - FIRST_CONTROLLER);
      if (voters.length === 0 || voters.length - lost.length > voters.length / 2) return undefined;
      const names = lost.map((index) => `controller-${index}`).join(", ");
      return `no leader can be elected: ${names} of ${voters.length} voting controllers ${lost.length === 1 ? "has" : "have"} lost the volume; the brokers' data stays on the brokers' volumes, but is unreachable until a majority of the controllers has its volumes back; if they are lost for good, make a new instance`;
    },
  };
}

function volumeOf({ volumes }: NodeView): string {
  return Object.values(volumes).join(",");
}
