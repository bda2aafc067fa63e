import { setTimeout as sleep } from "node:timers/promises";
import { outsideLab, outsideLabMeanwhile } from "./kubectl.ts";

/** A part of the cluster that fails and comes back. */
export interface Outage {
  readonly name: string;
  /** Lets the part fail for about this many milliseconds, or until it has come back by itself. */
  happen(milliseconds: number): Promise<void>;
}

export const outages: readonly Outage[] = [
  between(
    "API server killed",
    () => outsideLab("kill", "apiserver"),
    () => outsideLab("up"),
  ),
  between(
    "API server killed, and etcd compacted",
    () => outsideLab("kill", "apiserver"),
    () => {
      outsideLab("compact");
      outsideLab("up");
    },
  ),
  between(
    "etcd stopped",
    () => outsideLab("kill", "etcd", "STOP"),
    () => outsideLab("kill", "etcd", "CONT"),
  ),
  slow("etcd"),
  slow("apiserver"),
  between("kubelet killed", () => outsideLab("kill", "kubelet")),
  between("containerd killed", () => outsideLab("kill", "containerd")),
];

function between(name: string, begin: () => void, end: () => void = () => undefined): Outage {
  return {
    name,
    async happen(milliseconds) {
      begin();
      try {
        await sleep(milliseconds);
      } finally {
        end();
      }
    },
  };
}

/** It is slow for twice as long as other parts are away, because a slow part disturbs less than one that is away. */
function slow(part: "etcd" | "apiserver"): Outage {
  return {
    name: `${part} slow`,
    happen: (milliseconds) => outsideLabMeanwhile("slow", part, String(Math.ceil((2 * milliseconds) / 1000))),
  };
}
