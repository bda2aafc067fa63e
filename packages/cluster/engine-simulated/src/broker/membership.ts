import { parseNodeId } from "@reeve/scheduler-models";
import type { Timers } from "../world/timers.ts";
import type { Process, World } from "../world/world.ts";
import { type Decision, emptied, inSyncAgain, rebalanced, withBroker, withoutBroker } from "./election.ts";
import type { Controller, Ledger } from "./ledger.ts";
import { emptyLog, RECORD_BYTES } from "./log.ts";
import type { PartitionEntry, PartitionState } from "./partition.ts";

// Durations in milliseconds at pace 1. Their proportions are those of real brokers.
const START = 200;
const SESSION = 3000;
const SHUTDOWN_BEGINS = 100;
const SHUTDOWN = 150;
const CATCH_UP = 80;
const PREFERRED_CHECK = 15_000;
/** The number of bytes that a follower fetches per millisecond. */
export const FETCHED = 200_000;

/** Tells which brokers are in the cluster, as the controller sees it, and which processes are running. */
export type Membership = ReturnType<typeof followMembership>;

interface Member {
  process: Process | undefined;
  /** Whether the broker's new process cannot register yet, because the session of its old process has not ended. */
  waiting: boolean;
  endSession: (() => void) | undefined;
  stopCatchingUp: (() => void) | undefined;
}

/** The settings of the definition that affect brokers. */
export interface BrokerRules {
  /** Returns the reason why a broker cannot start; undefined if it can. */
  startError(process: Process): string | undefined;
  /** Whether preferred leaders are elected at intervals. */
  rebalances(): boolean;
}

/** The brokers, and their timers. */
type MembershipState = ReturnType<typeof openState>;

function openState(ledger: Ledger, world: World, timers: Timers, rules: BrokerRules) {
  return {
    ...{ ...rules, ledger, world, timers },
    members: new Map<number, Member>(),
    registered: new Set<number>(),
    stopChecking: undefined as (() => void) | undefined,
  };
}

/** Determines which brokers are in the cluster, as a controller does, by observing the processes of a simulated world. */
export function followMembership(ledger: Ledger, world: World, timers: Timers, rules: BrokerRules) {
  const state = openState(ledger, world, timers, rules);
  const { members, registered } = state;
  const stopObserving = world.observe({
    started: (process) => started(state, process),
    stopping(process) {
      const id = brokerOf(process);
      if (id === undefined) return 0;
      timers.after(SHUTDOWN_BEGINS, () => {
        if (member(state, id).process === process && registered.has(id)) leave(state, id);
      });
      return SHUTDOWN;
    },
    ended(process, ending) {
      const id = brokerOf(process);
      if (id === undefined || member(state, id).process !== process) return;
      const broker = member(state, id);
      broker.process = undefined;
      broker.waiting = false;
      broker.stopCatchingUp?.();
      broker.stopCatchingUp = undefined;
      if (!registered.has(id)) return;
      if (ending === "killed") expire(state, id);
      else leave(state, id);
    },
    wiped(volume) {
      const hit = [...members.keys()].filter((id) => ledger.broker(id).volume === volume);
      ledger.commit({ brokers: hit.map((id) => [id, { registered: ledger.broker(id).registered }]) });
    },
    settled() {
      // A broker that was in the cluster when the service ended, but does not run now, has died in between. Its session ends after the
      // usual time. If the broker comes back with another volume, it has to wait for the end of that session.
      for (const id of ledger.brokerIds()) {
        if (!ledger.broker(id).registered || registered.has(id)) continue;
        registered.add(id);
        expire(state, id);
      }
    },
  });

  return {
    /** The ids of the brokers that the controller counts as running, in ascending order. */
    live: (): readonly number[] => inNumbers(registered),
    /** Whether a broker runs and has joined. A killed broker does not answer, but is listed until its session ends. */
    answers(id: number): boolean {
      const broker = members.get(id);
      // After a crash, a broker's new process does not join the cluster before the session of the old process has ended.
      return registered.has(id) && broker?.process !== undefined && broker.endSession === undefined;
    },
    /** The reason why a broker is not in the cluster; undefined if it is in the cluster. */
    absence(id: number): string | undefined {
      const broker = members.get(id);
      if (!broker?.process) return "it is not running";
      if (broker.waiting || (registered.has(id) && broker.endSession)) return "it waits until its old session ends";
      return registered.has(id) ? undefined : "it is not in the cluster yet";
    },
    /** The facts about the cluster on which an election depends. */
    decision: () => decide(state, ledger.controller()),
    /** Elects the preferred leader of each partition that has another leader. */
    bringLeadersBack: () => bringLeadersBack(state),
    close(): void {
      stopObserving();
      timers.close();
    },
  };
}

function print({ world }: MembershipState, id: number, line: string): void {
  world.print(`broker-${id}`, line);
}

const replicas = (count: number) => `${count} ${count === 1 ? "replica" : "replicas"}`;

function member({ members }: MembershipState, id: number): Member {
  const known = members.get(id);
  if (known) return known;
  const made = { process: undefined, waiting: false, endSession: undefined, stopCatchingUp: undefined };
  members.set(id, made);
  return made;
}

function started(state: MembershipState, process: Process): void {
  const { startError, ledger, registered, timers, world } = state;
  const id = brokerOf(process);
  if (id === undefined) return;
  const broker = member(state, id);
  broker.process = process;
  const lastWords = startError(process);
  const record = ledger.broker(id);
  if (process.adopted && record.registered && record.volume === process.volume) {
    registered.add(id);
    catchUp(state, id);
    checkPreferred(state);
    return;
  }
  timers.after(START, () => {
    if (broker.process !== process) return;
    if (lastWords !== undefined) world.crash(process.taskId, lastWords);
    else if (registered.has(id)) {
      broker.waiting = true;
      print(state, id, "WARN Cannot register yet: the session of the earlier process has not ended");
    } else register(state, id, process);
  });
}

function register(state: MembershipState, id: number, { volume }: Process): void {
  const { registered, ledger } = state;
  member(state, id).waiting = false;
  registered.add(id);
  print(state, id, `INFO Registered with the cluster as broker ${id}`);
  const empty = ledger.broker(id).volume !== volume;
  const controller = electController(state);
  const decision = decide(state, controller);
  const states: [PartitionEntry, PartitionState][] = [];
  const lost: PartitionEntry[] = [];
  for (const partition of ledger.on(id)) {
    const before = empty ? emptied(partition.state, id) : partition.state;
    const after = withBroker({ ...partition, state: before }, id, decision);
    if (after !== partition.state) states.push([partition, after]);
    // The lost volume had the last in-sync copy of the partition, so the partition's records are lost.
    if (empty && partition.state.isr.includes(id) && partition.log !== emptyLog) lost.push(partition);
  }
  ledger.commit({
    states,
    logs: lost.map((partition) => [partition, emptyLog]),
    brokers: [[id, { registered: true, ...(volume !== undefined && { volume }) }]],
    controller,
  });
  catchUp(state, id);
  for (const [{ replicas }] of states) for (const other of replicas) catchUp(state, other);
  checkPreferred(state);
}

/** Lets a broker catch up: its replicas are in sync after a time that depends on the number of missed records. */
function catchUp(state: MembershipState, id: number): void {
  const { ledger, registered, timers } = state;
  const broker = member(state, id);
  const reachable = [...ledger.behindOn(id)].filter(({ state }) => state.leader >= 0);
  if (!registered.has(id) || !broker.process || broker.stopCatchingUp || reachable.length === 0) return;
  print(state, id, `INFO Fetches the records that ${replicas(reachable.length)} missed`);
  const missed = reachable.reduce((sum, { log, state }) => sum + Math.max(0, log.end - (state.behind[id] ?? 0)), 0);
  broker.stopCatchingUp = timers.after(CATCH_UP + (missed * RECORD_BYTES) / FETCHED, () => {
    broker.stopCatchingUp = undefined;
    print(state, id, `INFO Has caught up: ${replicas(reachable.length)} in sync again`);
    const decision = decide(state, ledger.controller());
    change(state, reachable, (partition) => (ledger.on(id).has(partition) ? inSyncAgain(partition, id, decision) : partition.state));
    // The broker catches up once more, because further partitions may have got a leader in the meantime.
    catchUp(state, id);
    checkPreferred(state);
  });
}

function checkPreferred(state: MembershipState): void {
  const { ledger, timers, rebalances } = state;
  if (state.stopChecking || ledger.imbalanced.size === 0) return;
  state.stopChecking = timers.after(PREFERRED_CHECK, () => {
    state.stopChecking = undefined;
    if (rebalances()) bringLeadersBack(state);
  });
}

function bringLeadersBack(state: MembershipState): void {
  const { ledger } = state;
  const { size } = ledger.imbalanced;
  if (size > 0) print(state, ledger.controller().id, `INFO Elects the preferred leaders of ${size} partitions`);
  const decision = decide(state, ledger.controller());
  change(state, ledger.imbalanced, (partition) => rebalanced(partition, decision));
}

function leave(state: MembershipState, id: number): void {
  const { registered, ledger } = state;
  const broker = member(state, id);
  broker.stopCatchingUp?.();
  broker.stopCatchingUp = undefined;
  broker.endSession?.();
  broker.endSession = undefined;
  registered.delete(id);
  const controller = electController(state);
  const decision = decide(state, controller);
  change(state, ledger.on(id), (partition) => withoutBroker(partition, id, decision), {
    brokers: [[id, { ...ledger.broker(id), registered: false }]],
    controller,
  });
  print(state, controller.id, `WARN Broker ${id} has left; new leaders are elected for its partitions`);
  checkPreferred(state);
  if (broker.waiting && broker.process) register(state, id, broker.process);
}

function change(
  { ledger }: MembershipState,
  partitions: Iterable<PartitionEntry>,
  next: (partition: PartitionEntry) => PartitionState,
  more: Parameters<Ledger["commit"]>[0] = {},
): void {
  const states: [PartitionEntry, PartitionState][] = [];
  for (const partition of partitions) {
    const state = next(partition);
    if (state !== partition.state) states.push([partition, state]);
  }
  ledger.commit({ ...more, states });
}

/** Returns the current controller. A broker that is the controller keeps this role while it runs. */
function electController(state: MembershipState): Controller {
  const { ledger, registered } = state;
  const { id, epoch } = ledger.controller();
  if (registered.has(id)) return { id, epoch };
  const [next] = inNumbers(registered);
  if (next === undefined) return { id: -1, epoch };
  print(state, next, `INFO Was elected as the controller, epoch ${epoch + 1}`);
  return { id: next, epoch: epoch + 1 };
}

function decide({ registered }: MembershipState, { epoch }: Controller): Decision {
  return { controllerEpoch: epoch, live: (broker) => registered.has(broker) };
}

function expire(state: MembershipState, id: number): void {
  const { timers } = state;
  member(state, id).endSession ??= timers.after(SESSION, () => {
    member(state, id).endSession = undefined;
    leave(state, id);
  });
}

/** Returns the id of a broker from its process; undefined for the processes of other tasks. */
function brokerOf({ node, task }: Process): number | undefined {
  return task === "node" ? parseNodeId(node)?.index : undefined;
}

const inNumbers = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);
