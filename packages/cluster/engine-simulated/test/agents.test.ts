import type { LaunchRequest, Placement, TaskState } from "@reeve/orchestrator/runtime";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSimulation, manualClock } from "../src/index.ts";
import { openInstance } from "./instance.ts";
import { memoryStore } from "./memory-store.ts";

const { signal } = new AbortController();

const resources = (ports: Readonly<Record<string, number>>) => ({
  id: "r",
  "resource-specifications": [
    {
      "@type": "PortsSpec",
      name: "ports",
      value: { type: "RANGES" },
      "port-specs": Object.entries(ports).map(([name, begin]) => ({
        "port-name": name,
        value: { type: "RANGES", ranges: { range: [{ begin, end: begin }] } },
        envKey: `PORT_${name.toUpperCase()}`,
      })),
    },
  ],
  "volume-specifications": [],
});

async function opened(instance = "one", simulation = createSimulation(), clock = manualClock(), store = memoryStore()) {
  const agents = await simulation.runtime.open({ instance, store, clock, log: () => {}, settings: () => ({}) });
  await agents.adopt([]);
  const states: string[] = [];
  const reported: TaskState[] = [];
  agents.watch((state) => reported.push(state));
  agents.watch((state) => states.push(state.state === "failed" ? `failed: ${state.reason}` : state.state));
  const request = (taskId: string, node: string, more: object = {}) => ({
    taskId,
    node,
    podType: "x",
    task: "node",
    oneShot: false,
    command: { value: "sleep", environment: {} },
    resources: resources({}),
    files: [],
    environment: {},
    secrets: {},
    volumes: {},
    identity: { host: "127.0.0.1", ports: {} },
    healthCheck: null,
    placementRule: null,
    container: null,
    uris: [],
    user: "",
    readinessCheck: null,
    grace: 5,
    ...more,
  });
  /** Launches a task and returns its placement. */
  async function launch(request: LaunchRequest): Promise<Placement> {
    await agents.launch(request, signal);
    await clock.advance(60);
    const heard = reported.findLast(({ taskId, state }) => taskId === request.taskId && state === "running");
    if (heard?.state !== "running") throw new Error(`${request.taskId} does not run`);
    return heard.placement;
  }
  return { agents, clock, states, store, simulation, request, launch };
}

describe("tasks", () => {
  test("start, run and end; launching the same one again does not start a second", async () => {
    const { agents, clock, states, request, launch } = await opened();
    const placement = await launch(request("a__1", "a-0"));
    expect(await launch(request("a__1", "a-0"))).toEqual(placement);
    await clock.advance(100);
    await agents.stop("a__1", signal);
    await clock.advance(100);
    await launch(request("a__2", "a-0", { oneShot: true, on: placement }));
    await clock.advance(500);
    expect(states).toEqual(["running", "running", "stopped", "running", "finished"]);
    await agents.stop("a__2", signal);
    await agents.stop("never-heard-of", signal);
    expect(states.slice(5)).toEqual(["finished", "stopped"]);
  });

  test("whose files lack a template value fail with that reason", async () => {
    const { agents, clock, states, request } = await opened();
    const files = [{ name: "f", "relative-path": "etc/f.conf", "template-content": "port={{PORT_RPC}} {{NOT_THERE}}" }];
    await agents.launch(request("a__1", "a-0", { files, resources: resources({ rpc: 0 }) }), signal);
    await clock.advance(100);
    expect(states).toEqual(["failed: etc/f.conf: the template has no value for NOT_THERE"]);
  });

  test("have the ports that they ask for; open ports are chosen once and kept", async () => {
    const { request, launch } = await opened();
    const ports = resources({ rpc: 9001, http: 0, other: 0 });
    const placement = await launch(request("a__1", "a-0", { resources: ports }));
    expect(placement.ports).toEqual({ rpc: 9001, http: 31_000, other: 31_001 });
    expect(placement.addresses).toEqual(["198.18.0.1"]);
    expect(placement.hostname).toBe("agent-1.simulated.invalid");
    const again = {
      resources: resources({ rpc: 9002, other: 0 }),
      on: placement,
      identity: { host: "a-0", ports: placement.ports },
    };
    expect((await launch(request("a__2", "a-0", again))).ports).toEqual({ rpc: 9002, other: 31_001 });
  });

  test("that ran when the service ended run again when it starts; tasks that it does not ask for are forgotten", async () => {
    const { agents, clock, store, request, launch } = await opened();
    await launch(request("a__1", "a-0"));
    await launch(request("b__1", "b-0"));
    const once = await launch(request("c__1", "c-0", { oneShot: true }));
    await clock.advance(70);
    await agents.close();
    const simulation = createSimulation();
    const again = await simulation.runtime.open({ instance: "one", store, clock, log: () => {}, settings: () => ({}) });
    const states: string[] = [];
    again.watch(({ taskId, state }) => states.push(`${taskId} ${state}`));
    const adopted = await again.adopt(["a__1", "c__1", "d__1"]);
    expect(adopted.map(({ taskId, state }) => [taskId, state])).toEqual([
      ["a__1", "running"],
      ["c__1", "running"],
    ]);
    await clock.advance(200);
    expect(states).toEqual(["c__1 finished"]);
    await again.launch(request("e__1", "c-0", { on: once }), signal);
    await clock.advance(60);
    expect(states.at(-1)).toBe("e__1 running");
    const home = again.adopt(["a__1", "e__1"]).then((known) => known.at(-1));
    expect(await home).toMatchObject({ placement: { agent: once.agent } });
    expect([...store.entries("task/")].map(([key]) => key)).toEqual(["task/a__1", "task/e__1"]);
    expect(() => simulation.kill("one", "b-0")).toThrow("b-0 of one has no running process");
  });
});

test("nodes are never on the same agent, and a node that moves leaves its agent", async () => {
  const step = fc.record({ node: fc.nat({ max: 30 }), moves: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 80 }), async (steps) => {
      const { agents, request, launch } = await opened();
      const homes = new Map<number, string>();
      let count = 0;
      for (const { node, moves } of steps) {
        const before = homes.get(node);
        const avoid = before === undefined ? {} : { avoid: before };
        const on = before === undefined || moves ? {} : { on: { agent: before, hostname: "", addresses: [], ports: {} } };
        const { agent } = await launch(request(`t__${count++}`, `x-${node}`, { avoid, ...on }));
        if (moves) expect(agent).not.toBe(before);
        else expect(agent).toBe(before ?? agent);
        homes.set(node, agent);
        expect(new Set(homes.values()).size).toBe(homes.size);
        expect(agents.count).toBeGreaterThan(homes.size);
      }
    }),
    { numRuns: 50 },
  );
});

test("two instances of a simulation share no agent, not even after a restart", async () => {
  const simulation = createSimulation();
  const one = await opened("one", simulation);
  const two = await opened("two", simulation);
  const first = await one.launch(one.request("a__1", "a-0"));
  expect((await two.launch(two.request("a__1", "a-0"))).addresses).not.toEqual(first.addresses);
});

test("a pace of 0.5 halves every duration", async () => {
  const clock = manualClock();
  const brokers = await openInstance({ kind: "broker", pace: 0.5, settings: { BROKER_COUNT: 1 } }, clock);
  const launch = brokers.launch("broker-0");
  await clock.advance(30);
  await launch;
  await clock.advance(99);
  expect(await brokers.ready("broker-0")).toBe("it is not in the cluster yet");
  await clock.advance(1);
  expect(await brokers.ready("broker-0")).toBe("ready");
});
