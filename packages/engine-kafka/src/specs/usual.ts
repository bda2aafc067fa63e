import { leastInSync } from "@reeve/orchestrator";

/** Milliseconds after which a broker that says nothing is missed. The engine's own 9 s make every restart wait that long. */
export const BROKER_SESSION = 3000;

/** Milliseconds between two signs of life. Controllers compare it with the session, though only brokers give them. */
export const BROKER_HEARTBEAT = 500;

/** How many copies a partition has by default. */
export function copiesFor(brokers: number): number {
  return Math.min(3, brokers);
}

/** For topics that are made without a word of it: the loss of one broker takes nothing that was acknowledged, and its restart stops no writer. */
export function forTopics(brokers: number) {
  return { "min.insync.replicas": leastInSync(copiesFor(brokers)), "unclean.leader.election.enable": false };
}
