import type { KafkaDefinition } from "./kafka-settings.ts";

/**
 * The setting that lets controllers elect preferred leaders (first replicas) at intervals, even during a rollout. It is off unless a
 * definition turns it on.
 */
export const LEADER_REBALANCE = "auto.leader.rebalance.enable";

/**
 * Whether the service elects preferred leaders after a rollout. A definition turns this off by setting `auto.leader.rebalance.enable` to
 * `false`.
 */
export function leadersComeBack({ engineConfiguration }: Pick<KafkaDefinition, "engineConfiguration">): boolean {
  return String(engineConfiguration[LEADER_REBALANCE] ?? true).toLowerCase() !== "false";
}
