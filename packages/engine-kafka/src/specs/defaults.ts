import { leastInSync } from "@reeve/orchestrator";

/** Milliseconds after which a silent broker's session ends. With the default of 9 s every restart would wait that long. */
export const BROKER_SESSION = 3000;

/** Milliseconds between two heartbeats. Controllers compare it with the session, though only brokers send heartbeats. */
export const BROKER_HEARTBEAT = 500;

/** The default replication factor. */
export function copiesFor(brokers: number): number {
  return Math.min(3, brokers);
}

/** Defaults for topics without their own settings: the loss of one broker loses no acknowledged record, and its restart interrupts no writer. */
export function forTopics(brokers: number) {
  return { "min.insync.replicas": leastInSync(copiesFor(brokers)), "unclean.leader.election.enable": false };
}
