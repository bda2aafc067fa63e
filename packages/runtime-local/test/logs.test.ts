import { expect, test } from "vitest";
import { machine, read, until } from "./support/machine.ts";
import { command } from "./support/requests.ts";

const countTo = (last: number, text: string) =>
  command(`i=0; while [ $i -lt ${last} ]; do echo "${text} $i"; i=$((i+1)); done; exec sleep 1000`);

test("what a node has printed is read whole, or its last lines, by task", async () => {
  const it = await machine();
  await it.launch({ taskId: "f__1", task: "format", oneShot: true, ...command("echo formatted") });
  await it.state("f__1", "finished");
  await it.launch({ taskId: "a__1", ...countTo(100, "line") });
  const log = (more: object = {}) => read(it.agents.log?.({ node: "broker-0", ...more }));
  while (!(await log()).includes("line 99")) await new Promise((resolve) => setTimeout(resolve, 10));
  expect((await log()).split("\n")).toHaveLength(101);
  expect(await log({ tail: 2 })).toBe("line 98\nline 99\n");
  expect(await log({ task: "format" })).toBe("formatted\n");
  expect(await log({ task: "nothing" })).toBe("");
  expect(await read(it.agents.log?.({ node: "nobody" }))).toBe("");
});

test("who follows sees what comes, over launches, until he has enough", async () => {
  const it = await machine();
  const leave = new AbortController();
  let seen = "";
  const following = (async () => {
    for await (const bytes of it.agents.log?.({ node: "broker-0", follow: true, signal: leave.signal }) ?? []) {
      seen += Buffer.from(bytes).toString();
    }
  })();
  await it.launch({ taskId: "a__1", ...command("echo one; sleep 0.3; echo two; exit 1") });
  await until("one", () => seen === "one\n");
  await it.state("a__1", "failed");
  await it.launch({ taskId: "a__2", ...command("echo three; exec sleep 1000") });
  await until("three", () => seen === "one\ntwo\nthree\n");
  leave.abort();
  await following;
});

test("who follows a program that prints much loses nothing when its output is rotated", {
  timeout: 60_000,
}, async () => {
  const it = await machine({ logs: { files: 100, bytes: 50_000 } });
  const leave = new AbortController();
  let seen = "";
  const following = (async () => {
    for await (const bytes of it.agents.log?.({ node: "broker-0", follow: true, signal: leave.signal }) ?? []) {
      seen += Buffer.from(bytes).toString();
    }
  })();
  await it.launch({
    taskId: "a__1",
    ...command(
      'i=0; while [ $i -lt 8000 ]; do echo "line $i"; [ $((i%1000)) = 0 ] && sleep 0.7; i=$((i+1)); done; exec sleep 1000',
    ),
  });
  await until("the last line", () => seen.includes("line 7999\n"));
  leave.abort();
  await following;
  const lines = seen.trimEnd().split("\n");
  expect(lines).toEqual(Array.from({ length: 8000 }, (_, index) => `line ${index}`));
});
