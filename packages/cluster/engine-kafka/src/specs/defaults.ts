import { leastInSync } from "@reeve/broker-planning";

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
