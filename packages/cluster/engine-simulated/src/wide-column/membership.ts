import { randomUUID } from "node:crypto";
import type { Timers } from "../world/timers.ts";
import type { Process, World } from "../world/world.ts";
import { rowsToCopy } from "./copies.ts";
import type { SimulatedDatabase, SimulatedNodeRecord } from "./database.ts";
import { seedDemo, writeMeanwhile } from "./demo.ts";
import { randomToken, SIMULATED_TOKENS } from "./ring.ts";
import { simulatedTablesOf } from "./schema.ts";

// Durations in milliseconds at pace 1.
const START = 100;
const JOIN = 120;
const DRAIN = 120;

/** A node's state, as Cassandra calls it; UNKNOWN if the node has no process. */
type Mode = "UNKNOWN" | "STARTING" | "JOINING" | "NORMAL" | "DRAINING";

/** The current states of the nodes. */
export type RingMembership = ReturnType<typeof followRing>;

export interface RingRules {
  /** Returns the number of nodes in the definition. */
  nodes(): number;
  random(): number;
}

interface Member {
  readonly process: Process;
  mode: Mode;
}

/** Determines the states of database nodes by observing the processes of a simulated world. */
export function followRing(database: SimulatedDatabase, world: World, timers: Timers, rules: RingRules) {
  const members = new Map<string, Member>();
  const mode = (node: string): Mode => members.get(node)?.mode ?? "UNKNOWN";
  const normal = () => [...members.keys()].filter((node) => mode(node) === "NORMAL");

  function after(milliseconds: number, member: Member, run: () => void): void {
    timers.after(milliseconds, () => {
      if (members.get(member.process.node) === member && member.mode !== "DRAINING") run();
    });
  }

  function started(process: Process): void {
    if (process.task !== "node") return;
    const { node } = process;
    const record = database.record(node);
    const joined = record !== undefined && record.volume === process.volume;
    const member: Member = { process, mode: process.adopted && joined ? "NORMAL" : "STARTING" };
    members.set(node, member);
    if (member.mode === "NORMAL") return;
    after(START, member, () => {
      if (joined) return arrive(member);
      member.mode = "JOINING";
      world.print(node, `INFO Joins the ring with ${SIMULATED_TOKENS} tokens, and streams the rows that belong to it`);
      if (record) forgetRows(node, record);
      after(JOIN, member, () => {
        join(member);
        arrive(member);
      });
    });
  }

  /** Records that a node has lost its rows, because it has come back with an empty volume. */
  function forgetRows(node: string, { hostId, tokens }: SimulatedNodeRecord): void {
    database.change({ nodes: new Map([[node, { hostId, tokens }]]), content: new Map([[node, new Map()]]) });
  }

  /** Lets a node join with new tokens, or those of the node that it replaces, and copies the rows that it now owns. */
  function join({ process: { node, volume } }: Member): void {
    const before = database.record(node);
    const record: SimulatedNodeRecord = {
      hostId: randomUUID(),
      tokens: before?.tokens ?? Array.from({ length: SIMULATED_TOKENS }, () => randomToken(rules.random)),
      ...(volume !== undefined && { volume }),
    };
    // The tokens are stored before the rows are copied, because they decide which rows the node owns. The volume is stored afterwards; if
    // the service crashes before that, the node joins again.
    const { volume: _, ...unjoined } = record;
    database.change({ nodes: new Map([[node, unjoined]]) });
    const others = normal();
    const rows = simulatedTablesOf(database.schema()).flatMap((table) => rowsToCopy(database, table, node, others));
    database.change({ nodes: new Map([[node, record]]), rows });
  }

  function arrive(member: Member): void {
    member.mode = "NORMAL";
    world.print(member.process.node, "INFO State jump to NORMAL: takes part in the ring");
    const there = normal().length;
    if (there < rules.nodes() || simulatedTablesOf(database.schema()).length > 0) return;
    seedDemo(database, there, timers.now(), rules.random);
  }

  const stopObserving = world.observe({
    started,
    stopping(process) {
      const member = members.get(process.node);
      if (member?.process !== process) return 0;
      member.mode = "DRAINING";
      world.print(process.node, "INFO Drains: flushes its memtables, and accepts no more writes");
      return DRAIN;
    },
    ended(process) {
      if (members.get(process.node)?.process !== process) return;
      members.delete(process.node);
      for (const node of normal()) world.print(node, `INFO ${process.node} is now DOWN`);
      writeMeanwhile(database, (node) => mode(node) === "NORMAL", timers.now(), rules.random);
    },
    wiped(volume) {
      for (const [node, record] of database.records()) if (record.volume === volume) forgetRows(node, record);
    },
    settled() {},
  });

  return {
    mode,
    close(): void {
      stopObserving();
      timers.close();
    },
  };
}
