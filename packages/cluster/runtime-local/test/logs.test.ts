import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { follow, machine, read, until } from "./support/machine.ts";
import { command } from "./support/requests.ts";

const countTo = (last: number, text: string) =>
  command(`i=0; while [ $i -lt ${last} ]; do echo "${text} $i"; i=$((i+1)); done; exec sleep 1000`);

test("a node's output is read whole, or its last lines, by task", async () => {
  const it = await machine();
  await it.launch({ taskId: "f__1", task: "format", oneShot: true, ...command("echo formatted") });
  await it.state("f__1", "finished");
  await it.launch({ taskId: "a__1", ...countTo(100, "line") });
  const log = (more: object = {}) => read(it.agents.log?.({ node: "broker-0", ...more }));
  while (!(await log()).includes("line 99")) await sleep(10);
  expect((await log()).split("\n")).toHaveLength(101);
  expect(await log({ tail: 2 })).toBe("line 98\nline 99\n");
  expect(await log({ tail: 0 })).toBe("");
  expect(await log({ task: "format" })).toBe("formatted\n");
  await expect(log({ task: "nothing" })).rejects.toMatchObject({
    code: "not-found",
    message: "broker-0 has never launched a task nothing; it has launched format, node",
  });
  expect(await read(it.agents.log?.({ node: "nobody" }))).toBe("");
});

test("a reader that continues at its position sees everything once, over launches and restarts of the service", async () => {
  const it = await machine();
  let place: { readonly after?: string } = {};
  const onward = async (wait = 10) => {
    const excerpt = it.agents.log?.({ node: "broker-0", wait, ...place });
    const next = (await excerpt)?.next;
    place = next === undefined ? {} : { after: next };
    return read(excerpt);
  };
  expect(await onward(0)).toBe("");
  await it.launch({ taskId: "a__1", ...command("echo one; sleep 0.3; echo two; exit 1") });
  expect(await onward()).toBe("one\n");
  expect(await onward()).toBe("two\n");
  expect(await onward(0)).toBe("");
  await it.state("a__1", "failed");
  await it.launch({ taskId: "a__2", ...command("echo three; exit 1") });
  await it.state("a__2", "failed");
  await it.launch({ taskId: "a__3", ...command("echo four; sleep 0.5; echo five; exec sleep 1000") });
  expect(await onward()).toBe("three\n");
  expect(await onward()).toBe("four\n");
  await it.reopen();
  expect(await onward()).toBe("five\n");
  place = { after: "a__0:7" };
  expect(await onward()).toBe("four\nfive\n");
  await expect(it.agents.log?.({ node: "broker-0", after: "somewhere" })).rejects.toThrow("is not a position in a log");
});

test("a wait without output ends at its timeout, or when the service ends", async () => {
  const it = await machine();
  await it.launch({ taskId: "a__1" });
  expect(await read(it.agents.log?.({ node: "broker-0", wait: 1 }))).toBe("");
  const waiting = read(it.agents.log?.({ node: "broker-0", wait: 1000 }));
  await it.reopen();
  expect(await waiting).toBe("");
});

test("a follower sees new output, over launches, until it cancels", async () => {
  const it = await machine();
  const follower = follow(it.agents, "broker-0");
  await it.launch({ taskId: "a__1", ...command("echo one; sleep 0.3; echo two; exit 1") });
  await until("one", () => follower.seen === "one\n");
  await it.state("a__1", "failed");
  await it.launch({ taskId: "a__2", ...command("echo three; exec sleep 1000") });
  await until("three", () => follower.seen === "one\ntwo\nthree\n");
  await follower.leave();
});

test("a follower of a program that prints much loses nothing when the output is rotated", async () => {
  const it = await machine({ logs: { files: 100, bytes: 50_000 } });
  const follower = follow(it.agents, "broker-0");
  const text = "of a program that prints much";
  const lines = `i=0; while [ $i -lt 4000 ]; do echo "line $i ${text}"; [ $((i%1000)) = 0 ] && sleep 0.7; i=$((i+1)); done`;
  await it.launch({ taskId: "a__1", ...command(`${lines}; exec sleep 1000`) });
  await until("the last line", () => follower.seen.includes(`line 3999 ${text}\n`));
  await follower.leave();
  expect(follower.seen.trimEnd().split("\n")).toEqual(Array.from({ length: 4000 }, (_, index) => `line ${index} ${text}`));
});
