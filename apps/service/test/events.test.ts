import { PassThrough } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { token } from "@reeve/auth";
import { awaitEvents } from "@reeve/client";
import type { Instance, NodeState, Removal } from "@reeve/orchestrator";
import { createTransport } from "@reeve/transport";
import { describe, expect, onTestFinished, test } from "vitest";
import { openEvents } from "../src/events/events.ts";
import { startReeve } from "../src/index.ts";
import { holdClock, settle } from "./held-clock.ts";
import { ask, complete, eventually, temporaryFolder, until } from "./running.ts";

interface SeenEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Parses the events in a text as the standard requires. */
function eventsIn(text: string): readonly SeenEvent[] {
  return text.split("\n\n").flatMap((block) => {
    const fields = new Map(block.split("\n").map((line) => line.split(/: (.*)/) as [string, string]));
    const [event, data] = [fields.get("event"), fields.get("data")];
    return event === undefined || data === undefined ? [] : [{ id: fields.get("id"), event, data: JSON.parse(data) }];
  });
}

/** An instance that has only what events need: nodes that a test changes. */
function instanceOf(count: number) {
  const listeners = new Set<() => void>();
  const spec = { type: "broker", "task-specs": [] };
  const views = new Map<string, object>();
  const set = (index: number, state: NodeState, reason: string) => {
    const id = `broker-${index}`;
    const more = { reason, tasks: [], placement: undefined, configuration: undefined };
    views.set(id, { id, podType: "broker", state, spec, ...more });
    for (const listener of listeners) listener();
  };
  for (let index = 0; index < count; index++) set(index, "running", "");
  const nodes = { ids: () => [...views.keys()], get: (id: string) => views.get(id) };
  const instance = {
    name: "kafka",
    kind: "broker",
    definition: { revision: "R3" },
    engine: { name: "simulated", simulated: true },
    runtime: { name: "simulated", simulated: true, agents: 5 },
    notes: [],
    troubles: [],
    certificateEnds: {},
    configurations: { target: () => ({ id: "one", podSpecs: [] }), get: () => undefined },
    plans: { names: () => [], get: () => undefined },
    ...{ nodes, allNodes: nodes },
    watch: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Instance;
  return { instance, set, watching: () => listeners.size };
}

/** Takes what is written, one piece at a time, and only when it is read. */
function reader() {
  const to = new PassThrough({ highWaterMark: 1 });
  const rest = async () => {
    let text = "";
    for (;;) {
      await settle();
      const piece = to.read();
      if (piece === null) return text;
      text += piece;
    }
  };
  const stop = async () => {
    to.destroy();
    await settle();
  };
  return { to, rest, stop };
}

describe("events, with a clock that the test holds", () => {
  const scene = (count = 3) => {
    const clock = holdClock();
    const brokers = instanceOf(count);
    const instances: Instance[] = [brokers.instance];
    const removals: Removal[] = [];
    const watchers = new Set<() => void>();
    const watchRemovals = (watcher: () => void) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    };
    /** Changes the removals as the orchestrator would. */
    const remove = (...now: readonly Removal[]) => {
      removals.splice(0, removals.length, ...now);
      for (const watcher of watchers) watcher();
    };
    const events = openEvents({ instances: () => instances, removals: () => removals, watchRemovals }, clock);
    const ending = new AbortController();
    onTestFinished(() => ending.abort());
    const watch = (after?: string) => {
      const watcher = reader();
      void events.watch({ after, signal: ending.signal }, watcher.to);
      return watcher;
    };
    return { clock, brokers, instances, remove, watchers, events, ending, watch };
  };

  test("begin with the whole state, then report changes, several of them together", async () => {
    const { clock, brokers, watch } = scene();
    const watcher = watch();
    const first = eventsIn(await watcher.rest());
    expect(first.map(({ event }) => event)).toEqual(["reset", "node", "node", "node", "instance", "ready"]);
    expect(first[4]?.data).toMatchObject({ service: "kafka", kind: "broker", nodes: { count: 3, running: 3 } });
    brokers.set(1, "stopping", "");
    brokers.set(1, "failed", "it died");
    expect(await watcher.rest()).toBe("");
    await clock.pass(50);
    expect(eventsIn(await watcher.rest())).toMatchObject([
      { event: "node", data: { service: "kafka", node: "broker-1", state: "failed", reason: "it died" } },
      { event: "instance", data: { nodes: { count: 3, running: 2 } } },
    ]);
  });

  test("tell what the runtime of an instance cannot do at present", async () => {
    const { clock, brokers, watch } = scene();
    const watcher = watch();
    await watcher.rest();
    const about = async (...troubles: readonly string[]) => {
      Object.assign(brokers.instance, { troubles });
      brokers.set(0, "running", "");
      await clock.pass(50);
      return eventsIn(await watcher.rest())[0]?.data;
    };
    expect(await about("pods cannot be deleted: no", "usage: no")).toMatchObject({
      trouble: "Pods cannot be deleted: no. Usage: no.",
    });
    expect(await about()).not.toHaveProperty("trouble");
  });

  test("continue after the last event that a watcher got, and nothing is observed in between", async () => {
    const { clock, brokers, watch, ending } = scene();
    const one = watch();
    const last = eventsIn(await one.rest()).at(-1)?.id;
    await one.stop();
    expect(brokers.watching()).toBe(0);
    brokers.set(2, "failed", "gone");
    const two = watch(last);
    const missed = eventsIn(await two.rest());
    expect(missed.map(({ event }) => event)).toEqual(["node", "instance", "ready"]);
    expect(missed[0]?.data).toMatchObject({ node: "broker-2", state: "failed" });
    const newcomer = watch("another-1");
    expect(eventsIn(await newcomer.rest()).map(({ event }) => event)).toEqual(["reset", "node", "node", "node", "instance", "ready"]);
    brokers.set(2, "running", "");
    await clock.pass(50);
    expect(eventsIn(await newcomer.rest())).toHaveLength(2);
    await two.stop();
    ending.abort();
    await newcomer.rest();
    expect(brokers.watching()).toBe(0);
  });

  test("begin with the next change after `now`, without the whole state", async () => {
    const { clock, brokers, events, ending, watch } = scene();
    const watcher = watch("now");
    expect(eventsIn(await watcher.rest()).map(({ event }) => event)).toEqual(["ready"]);
    const { bytes, next } = await events.wait({ after: "now", seconds: 0, signal: ending.signal });
    expect(bytes).toHaveLength(0);
    brokers.set(2, "failed", "gone");
    await clock.pass(50);
    expect(eventsIn(await watcher.rest()).map(({ event }) => event)).toEqual(["node", "instance"]);
    const later = await events.wait({ after: next, seconds: 0, signal: ending.signal });
    expect(eventsIn(new TextDecoder().decode(later.bytes)).map(({ event }) => event)).toEqual(["node", "instance"]);
  });

  test("report that an instance is gone", async () => {
    const { clock, instances, events, watch } = scene();
    const watcher = watch();
    await watcher.rest();
    instances.length = 0;
    events.check();
    await clock.pass(50);
    expect(eventsIn(await watcher.rest())).toMatchObject([{ event: "gone", data: { service: "kafka" } }]);
    const later = watch();
    expect(eventsIn(await later.rest()).map(({ event }) => event)).toEqual(["reset", "gone", "ready"]);
  });

  test("tell why an instance is still being removed, until nothing of it is left and its name is used again", async () => {
    const { clock, brokers, instances, remove, watchers, watch } = scene();
    const watcher = watch();
    await watcher.rest();
    instances.length = 0;
    remove({ name: "kafka", kind: "broker", troubles: ["a claim cannot be deleted: no"] });
    await clock.pass(50);
    expect(eventsIn(await watcher.rest())).toMatchObject([
      { event: "gone", data: { service: "kafka" } },
      { event: "removal", data: { service: "kafka", kind: "broker", trouble: "A claim cannot be deleted: no." } },
    ]);
    remove({ name: "kafka", kind: "broker", troubles: [] });
    await clock.pass(50);
    expect(eventsIn(await watcher.rest()).map(({ data }) => data)).toEqual([{ service: "kafka", kind: "broker" }]);
    instances.push(brokers.instance);
    remove();
    await clock.pass(50);
    const [first, ...others] = eventsIn(await watcher.rest()).map(({ event }) => event);
    expect([first, others.at(-1)]).toEqual(["gone", "instance"]);
    await watcher.stop();
    expect(watchers.size).toBe(0);
  });

  test("tell quiet watchers every 15 s that the service is running", async () => {
    const { clock, watch } = scene();
    const watcher = watch();
    await watcher.rest();
    await clock.pass(14_999);
    expect(await watcher.rest()).toBe("");
    await clock.pass(1);
    expect(await watcher.rest()).toMatch(/^: /);
  });

  test("come in one answer to clients that poll", async () => {
    const { clock, brokers, events } = scene();
    const { signal } = new AbortController();
    const all = await events.wait({ signal, seconds: 10 });
    expect(eventsIn(Buffer.from(all.bytes).toString())).toHaveLength(5);
    const next = events.wait({ signal, seconds: 10, after: all.next });
    brokers.set(0, "failed", "again");
    await clock.pass(50);
    expect(eventsIn(Buffer.from((await next).bytes).toString())[0]?.data).toMatchObject({ node: "broker-0" });
    const none = events.wait({ signal, seconds: 10, after: (await next).next });
    await clock.pass(10_000);
    expect(await none).toEqual({ bytes: Buffer.alloc(0), next: (await next).next });
    expect(brokers.watching()).toBe(0);
  });

  test("need no more memory after an hour of changes with 200 watchers, of which half never read", async () => {
    const { clock, brokers, watch } = scene(50);
    const watchers = Array.from({ length: 200 }, () => watch());
    const readers = watchers.slice(0, 100);
    const pass = async (changes: number) => {
      for (let change = 0; change < changes; change++) {
        brokers.set(change % 50, change % 2 === 0 ? "failed" : "running", `change ${change}`);
        await clock.pass(10_000);
        if (change % 5 === 0) await Promise.all(readers.map((each) => each.rest()));
      }
    };
    await Promise.all(watchers.map((each) => each.rest()));
    await pass(60);
    const before = heap();
    await pass(360);
    expect(heap() - before).toBeLessThan(2_000_000);
    const slow = eventsIn((await watchers[199]?.rest()) ?? "");
    // The watcher already had one event; then it gets one for each node.
    expect(slow.filter(({ event }) => event === "node")).toHaveLength(51);
    expect(slow.at(-1)?.data).toMatchObject({ service: "kafka" });
  });
});

function heap(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

describe("the service", () => {
  test("streams a rollout, a kill and its recovery, a deployment and the removal of an instance", async () => {
    using folder = temporaryFolder();
    await using reeve = await startReeve(
      { services: { kafka: { kind: "broker", pace: 0 }, hdfs: { kind: "file-system", pace: 0 } } },
      { state: folder.path },
    );
    const stop = new AbortController();
    const answer = await fetch(`${reeve.url}/reeve/v1/events`, {
      headers: { authorization: `token=${reeve.token}` },
      signal: stop.signal,
    });
    expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    let text = "";
    const reading = (async () => {
      for await (const piece of answer.body ?? []) text += new TextDecoder().decode(piece);
    })().catch(() => undefined);
    const seen = (is: (event: SeenEvent) => boolean) => eventually(() => eventsIn(text).find(is));
    for (const service of ["kafka", "hdfs"]) {
      await seen(({ event, data }) => event === "plan" && data.service === service && data.plan === "deploy" && data.status === "COMPLETE");
    }
    const steps = eventsIn(text).filter(({ event, data }) => event === "step" && data.service === "kafka");
    expect(steps.findLast(({ data }) => data.plan === "deploy")?.data).toMatchObject({
      step: { name: "broker-2", status: "COMPLETE" },
    });
    text = "";
    reeve.kill("kafka", "broker-1");
    await seen(({ event, data }) => event === "plan" && data.plan === "recovery" && data.status === "COMPLETE");
    expect(text).toContain('"purpose"');
    text = "";
    await reeve.deploy({ services: { kafka: { kind: "broker", pace: 0 } } }, { remove: true });
    await seen(({ event, data }) => event === "gone" && data.service === "hdfs");
    stop.abort();
    await reading;
  });

  test("requires a token for events and figures, and refuses unknown parameters", async () => {
    await using reeve = await startReeve({ services: { kafka: { kind: "broker", pace: 0 } } }, { listen: false });
    await until(reeve, "kafka", "deploy", complete);
    expect((await ask(reeve, "GET /reeve/v1/events", { token: "" })).status).toBe(401);
    expect((await ask(reeve, "GET /reeve/v1/figures", { token: "" })).status).toBe(401);
    expect((await ask(reeve, "GET /reeve/v1/events?wait=61")).status).toBe(400);
    const waited = await ask(reeve, "GET /reeve/v1/events?wait=0&service=kafka");
    expect(eventsIn(waited.text).map(({ event }) => event)).toContain("instance");
    const next = waited.headers.get("reeve-events-next") ?? "";
    expect((await ask(reeve, `GET /reeve/v1/events?wait=0&after=${next}`)).text).toBe("");
    expect((await ask(reeve, "GET /reeve/v1/figures")).body).toEqual({
      interval: 10_000,
      at: null,
      values: { requests: [], steps: [], nodes: [], memory: [] },
      services: {},
    });
  });
});

test("a client reads the events of the service", async () => {
  await using reeve = await startReeve({ services: { kafka: { kind: "broker", pace: 0 } } }, { listen: false });
  const transport = createTransport({ url: reeve.url, credentials: token(reeve.token), fetch: reeve.fetch });
  const { events } = await awaitEvents(transport);
  expect(events.map(({ name }) => name)).toContain("instance");
  await transport.close();
});
