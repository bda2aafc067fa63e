import { setTimeout as sleep } from "node:timers/promises";
import { outsideLab } from "./kubectl.ts";

/** A part of the cluster that fails and comes back. */
export interface Outage {
  readonly name: string;
  begin(): void;
  /** Brings the part back; absent if it comes back by itself. */
  end?(): void;
}

export const outages: readonly Outage[] = [
  { name: "API server killed", begin: () => outsideLab("kill", "apiserver"), end: () => outsideLab("up") },
  {
    name: "etcd stopped",
    begin: () => outsideLab("kill", "etcd", "STOP"),
    end: () => outsideLab("kill", "etcd", "CONT"),
  },
  { name: "kubelet killed", begin: () => outsideLab("kill", "kubelet") },
  { name: "containerd killed", begin: () => outsideLab("kill", "containerd") },
];

/** Lets a part of the cluster fail, and brings it back after some milliseconds. */
export async function happens({ begin, end }: Outage, milliseconds: number): Promise<void> {
  begin();
  try {
    await sleep(milliseconds);
  } finally {
    end?.();
  }
}
