// Runs two servers in a process of their own: one with the service's event stream and HTTP code, and Node's bare server, which writes the
// same bytes. Messages from the parent process ask for an event or for the processor time used so far.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Clock, type Instance, systemClock } from "@reeve/orchestrator";
import { openEvents } from "../apps/service/src/events/events.ts";
import { streamed } from "../apps/service/src/http/answer.ts";
import { usualLimits } from "../apps/service/src/http/limits.ts";
import { listen } from "../apps/service/src/http/node-server.ts";
import type { AskedEvent } from "./event-process.ts";

/** The service waits a moment to send several changes together. This clock shortens that wait to zero. */
const clock: Clock = {
  ...systemClock,
  after: (milliseconds, run) => systemClock.after(milliseconds < 100 ? 0 : milliseconds, run),
};

let reason = "";
let changed = () => {};
const spec = { type: "broker", "task-specs": [] };
const view = () => ({ id: "broker-0", podType: "broker", state: "running", spec, reason, tasks: [] });
let shown = view();
const nodes = { ids: () => ["broker-0"], get: () => shown };
const instance = {
  ...{ name: "kafka", kind: "broker", definition: { revision: "R3" }, notes: [], nodes, allNodes: nodes },
  ...{ troubles: [], certificateEnds: {} },
  engine: { name: "simulated", simulated: true },
  runtime: { name: "simulated", simulated: true, agents: 1 },
  configurations: { target: () => ({ id: "one", podSpecs: [] }), get: () => undefined },
  plans: { names: () => [], get: () => undefined },
  watch: (listener: () => void) => {
    changed = listener;
    return () => {};
  },
} as unknown as Instance;

const events = openEvents({ removals: () => [], watchRemovals: () => () => undefined, instances: () => [instance] }, clock);
const type = { "content-type": "text/event-stream; charset=utf-8" };
const watch = (signal: AbortSignal) => ({
  ...streamed((to) => events.watch({ after: "now", signal }, to), type),
  endless: true,
});
const reeve = await listen((request) => watch(request.signal()), {
  host: "127.0.0.1",
  port: 0,
  limits: { ...usualLimits, connections: 10_000, connectionsPerClient: 10_000, idleTimeout: 600_000 },
});

const watchers = new Set<ServerResponse>();
const bare = createServer((_, response) => {
  response.writeHead(200, type).flushHeaders();
  watchers.add(response);
});
bare.listen(0, "127.0.0.1");

/** The text of an event as the service writes it. */
async function sample(): Promise<string> {
  const { next } = await events.wait({ after: "now", seconds: 0, signal: AbortSignal.timeout(10_000) });
  const notified = events.wait({ after: next, seconds: 10, signal: AbortSignal.timeout(10_000) });
  change(SAMPLE);
  return new TextDecoder().decode((await notified).bytes);
}

/** A text as long as the marks of the measured events. */
const SAMPLE = "000000";

function change(next: string): void {
  reason = next;
  shown = view();
  changed();
}

const text = await sample();

function writeBare(mark: string): void {
  const bytes = Buffer.from(text.replace(SAMPLE, mark));
  for (const watcher of watchers) watcher.write(bytes);
}

process.on("message", ({ to, mark }: AskedEvent) => {
  if (to === "reeve") change(mark);
  // The service also writes from a timer, so both servers write after a wait of the same length.
  if (to === "bare") setTimeout(writeBare, 0, mark);
  if (to === "clock") {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  }
});
process.send?.({ reeve: reeve.port, bare: (bare.address() as AddressInfo).port });
process.once("disconnect", () => process.exit());
