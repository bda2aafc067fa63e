import { parseNodeId } from "@reeve/scheduler-models";
import type { Ending, Process } from "../world/process.ts";
import type { Timers } from "../world/timers.ts";
import type { Observer, World } from "../world/world.ts";
import { type Decision, emptied, inSyncAgain, rebalanced, withBroker, withoutBroker } from "./election.ts";
import type { Controller, Ledger } from "./ledger.ts";
import { emptyLog, RECORD_BYTES } from "./log.ts";
import type { PartitionEntry, PartitionState } from "./partition.ts";

// Milliseconds at pace 1, in proportions measured with real brokers.
const START = 200;
const SESSION = 3000;
const SHUTDOWN_BEGINS = 100;
const SHUTDOWN = 150;
const CATCH_UP = 80;
const PREFERRED_CHECK = 15_000;
/** Bytes that a follower fetches in a millisecond. */
export const FETCHED = 200_000;

/** Which brokers are in the cluster: as the controller knows it, and as their processes are. */
export interface Membership {
  /** Ids of the brokers that the controller counts as running, in order. */
  live(): readonly number[];
  /** Whether a broker's process runs and is in the cluster: one that was killed stays in the controller's list until its session ends. */
  answers(broker: number): boolean;
  /** Why a broker is not in the cluster; undefined when it is. */
  absence(broker: number): string | undefined;
  /** What an election needs to know now. */
  decision(): Decision;
  close(): void;
}

interface Member {
  process: Process | undefined;
  /** Its process wants to register, but its old session has not ended. */
  waiting: boolean;
  endSession: (() => void) | undefined;
  stopCatchingUp: (() => void) | undefined;
}

/** What the definition says of brokers. */
export interface BrokerRules {
  /** Why a broker cannot start; undefined where it can. */
  complaint(process: Process): string | undefined;
  /** Whether preferred leaders take over again by themselves. */
  rebalances(): boolean;
}

/** Follows the processes of a world as a cluster's controller does. */
export function followMembership(
  ledger: Ledger,
  world: World,
  timers: Timers,
  { complaint, rebalances }: BrokerRules,
): Membership {
  const members = new Map<number, Member>();
  const registered = new Set<number>();
  let stopChecking: (() => void) | undefined;

  function member(id: number): Member {
    const known = members.get(id);
    if (known) return known;
    const made = { process: undefined, waiting: false, endSession: undefined, stopCatchingUp: undefined };
    members.set(id, made);
    return made;
  }

  function started(process: Process): void {
    const id = brokerOf(process);
    if (id === undefined) return;
    const broker = member(id);
    broker.process = process;
    const lastWords = complaint(process);
    const record = ledger.broker(id);
    if (process.adopted && record.registered && record.volume === process.volume) {
      registered.add(id);
      catchUp(id);
      checkPreferred();
      return;
    }
    timers.after(START, () => {
      if (broker.process !== process) return;
      if (lastWords !== undefined) world.crash(process.taskId, lastWords);
      else if (registered.has(id)) broker.waiting = true;
      else register(id, process);
    });
  }

  function register(id: number, { volume }: Process): void {
    member(id).waiting = false;
    registered.add(id);
    const empty = ledger.broker(id).volume !== volume;
    const controller = electController();
    const decision = decide(controller);
    const states: [PartitionEntry, PartitionState][] = [];
    const lost: PartitionEntry[] = [];
    for (const partition of ledger.on(id)) {
      const before = empty ? emptied(partition.state, id) : partition.state;
      const after = withBroker({ ...partition, state: before }, id, decision);
      if (after !== partition.state) states.push([partition, after]);
      // The lost volume held the only copy.
      if (empty && partition.state.isr.includes(id) && partition.log !== emptyLog) lost.push(partition);
    }
    ledger.commit({
      states,
      logs: lost.map((partition) => [partition, emptyLog]),
      brokers: [[id, { registered: true, ...(volume !== undefined && { volume }) }]],
      controller,
    });
    catchUp(id);
    for (const [{ replicas }] of states) for (const other of replicas) catchUp(other);
    checkPreferred();
  }

  /** Copies the records that a broker has missed, in proportional time. */
  function catchUp(id: number): void {
    const broker = member(id);
    const reachable = [...ledger.behindOn(id)].filter(({ state }) => state.leader >= 0);
    if (!registered.has(id) || !broker.process || broker.stopCatchingUp || reachable.length === 0) return;
    const missed = reachable.reduce((sum, { log, state }) => sum + Math.max(0, log.end - (state.behind[id] ?? 0)), 0);
    broker.stopCatchingUp = timers.after(CATCH_UP + (missed * RECORD_BYTES) / FETCHED, () => {
      broker.stopCatchingUp = undefined;
      const decision = decide(ledger.controller());
      change(reachable, (partition) =>
        ledger.on(id).has(partition) ? inSyncAgain(partition, id, decision) : partition.state,
      );
      // Some partitions may have got a leader meanwhile.
      catchUp(id);
      checkPreferred();
    });
  }

  /** Preferred leaders take over again at the next periodic check. */
  function checkPreferred(): void {
    if (stopChecking || ledger.imbalanced.size === 0) return;
    stopChecking = timers.after(PREFERRED_CHECK, () => {
      stopChecking = undefined;
      if (!rebalances()) return;
      const decision = decide(ledger.controller());
      change(ledger.imbalanced, (partition) => rebalanced(partition, decision));
    });
  }

  function leave(id: number): void {
    const broker = member(id);
    broker.stopCatchingUp?.();
    broker.stopCatchingUp = undefined;
    broker.endSession?.();
    broker.endSession = undefined;
    registered.delete(id);
    const controller = electController();
    const decision = decide(controller);
    change(ledger.on(id), (partition) => withoutBroker(partition, id, decision), {
      brokers: [[id, { ...ledger.broker(id), registered: false }]],
      controller,
    });
    checkPreferred();
    if (broker.waiting && broker.process) register(id, broker.process);
  }

  function change(
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

  /** The broker that became controller last stays it for as long as it runs. */
  function electController(): Controller {
    const { id, epoch } = ledger.controller();
    if (registered.has(id)) return { id, epoch };
    const [next] = inNumbers(registered);
    return next === undefined ? { id: -1, epoch } : { id: next, epoch: epoch + 1 };
  }

  const decide = ({ epoch }: Controller): Decision => ({
    controllerEpoch: epoch,
    live: (broker) => registered.has(broker),
  });

  function expire(id: number): void {
    member(id).endSession ??= timers.after(SESSION, () => {
      member(id).endSession = undefined;
      leave(id);
    });
  }

  const observer: Observer = {
    started,
    stopping(process) {
      const id = brokerOf(process);
      if (id === undefined) return 0;
      timers.after(SHUTDOWN_BEGINS, () => {
        if (member(id).process === process && registered.has(id)) leave(id);
      });
      return SHUTDOWN;
    },
    ended(process, ending: Ending) {
      const id = brokerOf(process);
      if (id === undefined || member(id).process !== process) return;
      const broker = member(id);
      broker.process = undefined;
      broker.waiting = false;
      broker.stopCatchingUp?.();
      broker.stopCatchingUp = undefined;
      if (!registered.has(id)) return;
      if (ending === "killed") expire(id);
      else leave(id);
    },
    wiped(volume) {
      const hit = [...members.keys()].filter((id) => ledger.broker(id).volume === volume);
      ledger.commit({ brokers: hit.map((id) => [id, { registered: ledger.broker(id).registered }]) });
    },
    settled() {
      // A broker that was in the cluster when the service ended, and does not run any more, has died meanwhile; one on another volume
      // waits until the old one's session ends.
      for (const id of ledger.brokerIds()) {
        if (!ledger.broker(id).registered || registered.has(id)) continue;
        registered.add(id);
        expire(id);
      }
    },
  };
  const stopObserving = world.observe(observer);

  return {
    live: () => inNumbers(registered),
    answers(id) {
      const broker = members.get(id);
      // A process that follows one that died joins the cluster only when the old session has ended.
      return registered.has(id) && broker?.process !== undefined && broker.endSession === undefined;
    },
    absence(id) {
      const broker = members.get(id);
      if (!broker?.process) return "it is not running";
      if (broker.waiting || (registered.has(id) && broker.endSession)) return "waiting for its old session to end";
      return registered.has(id) ? undefined : "it is not in the cluster yet";
    },
    decision: () => decide(ledger.controller()),
    close() {
      stopObserving();
      timers.close();
    },
  };
}

/** The id of the broker that a process is; undefined for other tasks, such as an idle one. */
function brokerOf({ node, task }: Process): number | undefined {
  return task === "node" ? parseNodeId(node)?.index : undefined;
}

const inNumbers = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);
