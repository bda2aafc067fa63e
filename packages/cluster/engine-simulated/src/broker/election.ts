import type { PartitionEntry, PartitionState } from "./partition.ts";

// Decides what happens to a partition when a broker stops, comes back or has caught up. Only an in-sync replica becomes the leader. While
// all in-sync replicas are down, the partition has no leader.

export interface Decision {
  readonly controllerEpoch: number;
  /** Whether the controller counts a broker as running. */
  live(broker: number): boolean;
}

/** Returns the state after a broker has stopped. The last in-sync replica stays in sync, even while its broker is down. */
export function withoutBroker(partition: PartitionEntry, gone: number, decision: Decision): PartitionState {
  const { replicas, state, log } = partition;
  const others = state.isr.filter((broker) => broker !== gone);
  if (!state.isr.includes(gone)) return state;
  if (others.length === 0) return led(state, -1, decision);
  const leader = state.leader === gone ? firstInSync(replicas, others, decision) : state.leader;
  return { ...led(state, leader, decision), isr: others, behind: { ...state.behind, [gone]: log.end } };
}

/** Returns the state after a broker has come back: the broker leads the partition if its replica is in sync and there is no leader. */
export function withBroker(partition: PartitionEntry, back: number, decision: Decision): PartitionState {
  const { state } = partition;
  return state.leader < 0 && state.isr.includes(back) ? led(state, back, decision) : state;
}

/** Returns the state after a broker has caught up with the leader, so that its replica is in sync. */
export function inSyncAgain(partition: PartitionEntry, broker: number, decision: Decision): PartitionState {
  const { state } = partition;
  if (state.leader < 0 || state.isr.includes(broker)) return state;
  const { [broker]: _, ...behind } = state.behind;
  return { ...state, isr: [...state.isr, broker], behind, controllerEpoch: decision.controllerEpoch };
}

/** Returns the state after the election of the preferred leader, or the same state if that leader cannot be elected now. */
export function rebalanced(partition: PartitionEntry, decision: Decision): PartitionState {
  const { replicas, state } = partition;
  const [preferred = -1] = replicas;
  if (state.leader < 0 || !state.isr.includes(preferred) || !decision.live(preferred)) return state;
  return led(state, preferred, decision);
}

/** Returns the state after a move: with the new copies in sync, and with the same leader if its broker keeps a copy. */
export function moved({ state }: PartitionEntry, to: readonly number[], decision: Decision): PartitionState {
  const isr = to.filter(decision.live);
  const behind = Object.fromEntries(Object.entries(state.behind).filter(([id]) => to.includes(Number(id))));
  const leader = to.includes(state.leader) ? state.leader : firstInSync(to, isr, decision);
  return { ...led(state, leader, decision), isr, behind };
}

/** Returns the state after a broker has come back with an empty volume. */
export function emptied(state: PartitionState, broker: number): PartitionState {
  return state.isr.includes(broker) ? state : { ...state, behind: { ...state.behind, [broker]: 0 } };
}

function led(state: PartitionState, leader: number, { controllerEpoch }: Decision): PartitionState {
  if (leader === state.leader) return { ...state, controllerEpoch };
  return { ...state, leader, leaderEpoch: state.leaderEpoch + 1, controllerEpoch };
}

function firstInSync(replicas: readonly number[], isr: readonly number[], { live }: Decision): number {
  return replicas.find((broker) => isr.includes(broker) && live(broker)) ?? -1;
}
