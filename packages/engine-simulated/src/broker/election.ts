import type { PartitionEntry, PartitionState } from "./partition.ts";

// What becomes of a partition when a broker stops, comes back or has caught up. Only a replica in sync is ever elected leader: one that
// missed records never leads, however long the others are away.

/** What an election needs to know. */
export interface Decision {
  readonly controllerEpoch: number;
  /** Whether the controller counts a broker as running. */
  live(broker: number): boolean;
}

/** A broker has gone: another replica in sync becomes the leader. The last one in sync stays in the list until it is back. */
export function withoutBroker(partition: PartitionEntry, gone: number, decision: Decision): PartitionState {
  const { replicas, state, log } = partition;
  const others = state.isr.filter((broker) => broker !== gone);
  if (!state.isr.includes(gone)) return state;
  if (others.length === 0) return led(state, -1, decision);
  const leader = state.leader === gone ? firstInSync(replicas, others, decision) : state.leader;
  return { ...led(state, leader, decision), isr: others, behind: { ...state.behind, [gone]: log.end } };
}

/** A broker is back: it becomes the leader of partitions without one, where it is in sync. */
export function withBroker(partition: PartitionEntry, back: number, decision: Decision): PartitionState {
  const { state } = partition;
  return state.leader < 0 && state.isr.includes(back) ? led(state, back, decision) : state;
}

/** A broker has caught up with the leader. */
export function inSyncAgain(partition: PartitionEntry, broker: number, decision: Decision): PartitionState {
  const { state } = partition;
  if (state.leader < 0 || state.isr.includes(broker)) return state;
  const { [broker]: _, ...behind } = state.behind;
  return { ...state, isr: [...state.isr, broker], behind, controllerEpoch: decision.controllerEpoch };
}

/** The preferred leader takes over again. */
export function rebalanced(partition: PartitionEntry, decision: Decision): PartitionState {
  const { replicas, state } = partition;
  const [preferred = -1] = replicas;
  if (state.leader < 0 || !state.isr.includes(preferred) || !decision.live(preferred)) return state;
  return led(state, preferred, decision);
}

/** Its copies are where they were to go: those that it leaves are dropped, and the leader stays where it can. */
export function moved({ state }: PartitionEntry, to: readonly number[], decision: Decision): PartitionState {
  const isr = to.filter(decision.live);
  const behind = Object.fromEntries(Object.entries(state.behind).filter(([id]) => to.includes(Number(id))));
  const leader = to.includes(state.leader) ? state.leader : firstInSync(to, isr, decision);
  return { ...led(state, leader, decision), isr, behind };
}

/** A broker comes back with nothing on its volume. */
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
