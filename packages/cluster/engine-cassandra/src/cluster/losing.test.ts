import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NodeView } from "@reeve/orchestrator/engine";
import { afterAll, expect, test } from "vitest";
import type { Agent } from "../agent/agent.ts";
import { HINTS } from "../agent/beans.ts";
import { mayLose } from "./losing.ts";
import type { Member, Members } from "./members.ts";
import type { Records } from "./records.ts";

const folder = mkdtempSync(join(tmpdir(), "hints-"));
afterAll(() => rmSync(folder, { recursive: true }));

const { signal } = new AbortController();
const hostId = (index: number) => `${index}1111111-1111-1111-1111-111111111111`;
const hintsOf = (index: number, volumes = folder) => join(volumes, `node-${index}`);

interface Script {
  /** The states of the nodes, by index. */
  readonly states: readonly NodeView["state"][];
  /** The owners of each range of the only keyspace, by node index. */
  readonly owners?: readonly (readonly number[])[];
  /** The nodes for which each node holds hints, by node index. */
  readonly pending?: Readonly<Record<number, readonly number[]>>;
  /** The folder that contains the nodes' volumes. */
  readonly volumes?: string;
}

/** Makes a cluster whose running nodes answer; starting nodes do not answer yet. */
function cluster({ states, owners = [[0, 1, 2]], pending = {}, volumes }: Script) {
  const peer = (index: number) => `127.1.0.${index + 1}:7000`;
  const agentOf = (index: number): Agent => {
    const answer = <Value>(value: Value) =>
      states[index] === "running" ? Promise.resolve(value) : Promise.reject(new Error("does not answer"));
    return {
      read: (bean) =>
        answer<Readonly<Record<string, unknown>>>(
          bean.name === HINTS.name
            ? { PendingHints: (pending[index] ?? []).map((other) => ({ host_id: hostId(other) })) }
            : { OperationMode: "NORMAL", NonLocalStrategyKeyspaces: ["shop", "system_auth"] },
        ),
      call: () => answer(Object.fromEntries(owners.map((range, at) => [`[${at}]`, range.map(peer)]))),
      readAll: () => answer(new Map()),
    };
  };
  const nodes = states.map((state, index) => ({ id: `node-${index}`, index, state }) as NodeView);
  const placed = nodes.map(
    (node, index): Member => ({
      ...{
        node,
        peer: peer(index),
        native: { host: `127.1.0.${index + 1}`, port: 9042, trusted: undefined },
        agent: agentOf(index),
        agentPort: 8778,
      },
    }),
  );
  const members: Members = {
    placed: () => placed,
    alive: () => placed.filter(({ node }) => node.state === "running" || node.state === "starting"),
    of: (node) => placed.find((each) => each.node.id === node.id),
  };
  const known = new Map(
    nodes.map(({ id, index }) => {
      const hints = hintsOf(index, volumes);
      return [id, { hostId: hostId(index), tokens: [], volume: id, hints }];
    }),
  );
  const records: Pick<Records, "of" | "all"> = { of: (id) => known.get(id), all: () => known };
  const lose = (index: number, more: Partial<NodeView> = {}) =>
    mayLose([{ ...nodes[index], ...more } as NodeView], { members, records: records as Records }, signal);
  return { lose };
}

const running = ["running", "running", "running"] as const;

test("what has another copy may be lost, what has none may not", async () => {
  expect(await cluster({ states: running }).lose(2)).toEqual({ ready: true });
  expect(await cluster({ states: running, owners: [[0, 1], [2], [2, 0]] }).lose(2)).toEqual({
    ready: false,
    reason: expect.stringMatching(/^1 of 3 ranges of shop have no copy on another running node; .*force/),
  });
});

test("a copy on a node that is down does not count, and bringing that back is the advice", async () => {
  const { lose } = cluster({ states: ["running", "failed", "running"], owners: [[1, 2]] });
  expect(await lose(2)).toMatchObject({ ready: false, reason: expect.stringContaining("bring back node-1") });
});

test("an owner with an unknown address counts as lost, because the lost node may have had that address", async () => {
  const { lose } = cluster({ states: running, owners: [[0, 1], [9]] });
  expect(await lose(2)).toMatchObject({ ready: false, reason: expect.stringMatching(/^1 of 2 ranges of shop/) });
  expect(await cluster({ states: running, owners: [[0], [1]] }).lose(2)).toEqual({ ready: true });
});

test("writes that a node or another one still has to deliver come first; those for the node that is lost do not matter", async () => {
  const own = { ready: false, reason: "node-2 has not delivered all missed writes to node-1 yet" };
  expect(await cluster({ states: running, pending: { 2: [1] } }).lose(2)).toEqual(own);
  const other = { ready: false, reason: "node-0 has not delivered all missed writes to node-1 yet" };
  expect(await cluster({ states: running, pending: { 0: [2, 1] } }).lose(2)).toEqual(other);
  expect(await cluster({ states: running, pending: { 0: [2], 1: [2] } }).lose(2)).toEqual({ ready: true });
  expect(await cluster({ states: running, pending: { 2: [1] } }).lose(2, { leaving: true })).toEqual({ ready: true });
});

test("writes that a node that is down has not delivered are named", async () => {
  mkdirSync(hintsOf(2));
  for (const [index, time] of [
    [0, 1],
    [0, 2],
    [2, 3],
    [7, 4],
  ] as const) {
    writeFileSync(join(hintsOf(2), `${hostId(index)}-${time}-2.hints`), "");
  }
  expect(await cluster({ states: ["running", "running", "failed"] }).lose(2)).toEqual({
    ready: true,
    note: "node-2 has not delivered writes to node-0, which must get these writes from other replicas",
  });
});

test("a node that does not answer may still have to deliver writes", async () => {
  const owners = [[0, 1, 2]];
  expect(await cluster({ states: ["running", "starting", "running"], owners }).lose(2)).toEqual({
    ready: false,
    reason: "node-1 does not answer, so it may not have delivered all missed writes yet",
  });
  const volumes = join(folder, "silent");
  mkdirSync(hintsOf(2, volumes), { recursive: true });
  writeFileSync(join(hintsOf(2, volumes), `${hostId(0)}-1-2.hints`), "");
  expect(await cluster({ states: ["running", "running", "starting"], owners, volumes }).lose(2)).toEqual({
    ready: true,
    note: "node-2 has not delivered writes to node-0, which must get these writes from other replicas",
  });
});

test("if the volume of a node that is down is not on this machine, its undelivered writes are unknown", async () => {
  const volumes = join(folder, "elsewhere");
  expect(await cluster({ states: ["running", "running", "failed"], volumes }).lose(2)).toEqual({
    ready: true,
    note: "node-2 may not have delivered all writes to other nodes: its volume cannot be read while it is down",
  });
});
