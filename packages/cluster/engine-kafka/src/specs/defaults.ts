import { leastInSync, usualCopies } from "@reeve/broker-planning";

/**
 * Defaults for topics without settings of their own: the loss of one broker loses no acknowledged record, and the restart of one broker
 * interrupts no writer.
 */
export function forTopics(brokers: number) {
  return { "min.insync.replicas": leastInSync(usualCopies(brokers)), "unclean.leader.election.enable": false };
}
