import { leastInSync } from "@reeve/orchestrator";

/** Timeout in milliseconds after which the session of a silent broker ends. With Kafka's default, every restart would take at least 9 s. */
export const BROKER_SESSION = 3000;

/** Milliseconds between two heartbeats. Only brokers send heartbeats, but controllers also compare this value with the session timeout. */
export const BROKER_HEARTBEAT = 500;

/** The default number of replicas of a partition. */
export function copiesFor(brokers: number): number {
  return Math.min(3, brokers);
}

/**
 * Defaults for topics without settings of their own: the loss of one broker loses no acknowledged record, and the restart of one broker
 * interrupts no writer.
 */
export function forTopics(brokers: number) {
  return { "min.insync.replicas": leastInSync(copiesFor(brokers)), "unclean.leader.election.enable": false };
}
