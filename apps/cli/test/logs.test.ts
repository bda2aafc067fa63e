import { type Reeve, startReeve } from "@reeve/service";
import { afterAll, beforeAll, expect, test } from "vitest";
// @boundaries-ignore: a fixture of the service
import { verboseEngines } from "../../service/test/verbose-engine.ts";
import { type Home, makeHome, reeve } from "./command-line.ts";

// Tests `reeve logs` with nodes that are processes of this machine.

let home: Home;
let cluster: Reeve;
const start = (port = 0) =>
  startReeve(
    { services: { kafka: { kind: "broker", engine: "talking" }, db: { kind: "wide-column", pace: 0 } } },
    { port, state: `${home.folder}/state`, moreEngines: verboseEngines({ folder: `${home.folder}/nodes` }) },
  );

beforeAll(async () => {
  home = makeHome({ REEVE_SERVICE: "broker=kafka,wide-column=db" });
  cluster = await start();
  Object.assign(home.env, { REEVE_URL: cluster.url, REEVE_TOKEN: cluster.token });
  expect(await reeve(home, "broker plans wait --timeout 60s")).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await cluster.close();
  home[Symbol.dispose]();
});

test("the last lines of any task are shown, in any format", async () => {
  expect(await reeve(home, "logs broker-0 --tail 2")).toEqual({ code: 0, out: "line 998\nline 999\n", err: "" });
  expect((await reeve(home, "logs controller-0")).out).toBe("controlling\n");
  expect((await reeve(home, "logs broker-0 --tail 1 --json")).out).toBe('"line 999\\n"\n');
});

test("simulated nodes print their events, and say that no program runs", async () => {
  expect(await reeve(home, "logs node-0")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/INFO Starts: reeve-simulated .*This is a simulation: no program runs, and nothing listens\n/),
  });
});

test("logs that cannot be shown are reported", async () => {
  expect(await reeve(home, "logs broker-9")).toMatchObject({
    code: 6,
    err: expect.stringContaining("did you mean broker-0?"),
  });
  expect(await reeve(home, "logs broker-0 --task format")).toMatchObject({
    code: 6,
    err: expect.stringContaining("broker-0 has never launched a task format; it has launched node"),
  });
  expect(await reeve(home, "logs broker")).toMatchObject({
    code: 2,
    err: expect.stringContaining("a node such as broker-0"),
  });
  expect(await reeve(home, "logs broker-0 --tail few")).toMatchObject({ code: 2 });
});

/** Follows the log of a node, until the output matches `interruptAt`; `has` waits for output. */
function follow(node: string, interruptAt: RegExp) {
  let written = "";
  const waiting = new Set<() => void>();
  const onOutput = (all: string) => {
    written = all;
    for (const check of waiting) check();
  };
  const ended = reeve(home, `logs ${node} --follow --tail 1`, { interruptAt, onOutput });
  const has = (text: string) =>
    new Promise<void>((resolve) => {
      const check = () => written.includes(text) && resolve();
      waiting.add(check);
      check();
    });
  return { ended, has };
}

test("--follow continues across a restart of the node, until Ctrl-C", async () => {
  const interruptAt = /line 999\n(?:.*\n)+line 999\n/;
  const following = follow("broker-1", interruptAt);
  await following.has("line 999\n");
  await reeve(home, "broker pods restart broker-1");
  const { out } = await following.ended;
  expect(out.startsWith("line 999\nline 0\nline 1\n")).toBe(true);
});

test("--follow continues across a restart of the service", async () => {
  const interruptAt = /line 999\n(?:.*\n)+line 999\n(?:.|\n)*answers again/;
  const following = follow("broker-2", interruptAt);
  await following.has("line 999\n");
  const port = Number(new URL(cluster.url).port);
  await cluster.close();
  await following.has("no answer: ");
  cluster = await start(port);
  const { out, err } = await following.ended;
  expect(err).toContain("no answer: ");
  expect(out.startsWith("line 999\nline 0\nline 1\n")).toBe(true);
});

test("--follow ends at the timeout", async () => {
  expect(await reeve(home, "logs broker-0 --follow --tail 1 --timeout 200ms")).toMatchObject({
    code: 0,
    // On a busy machine, the timeout may pass before the first line has arrived.
    out: expect.stringMatching(/^(line 999\n)?$/),
  });
});
