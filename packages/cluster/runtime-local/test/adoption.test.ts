import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { platformOf } from "../src/process/platform.ts";
import type { LocalTaskRecord } from "../src/task/task-record.ts";
import { machine, runs, until } from "./support/machine.ts";
import { command, taskOf } from "./support/requests.ts";

const { signal } = new AbortController();

// Tasks continue when the service ends, and the next service adopts them; none is started twice.

test("a running task is found again by its process, and is not started twice", async () => {
  const { launch, reopen, reported } = await machine();
  const request = taskOf({ taskId: "a__1" });
  const placement = await launch(request);
  const states = await reopen();
  expect(states).toMatchObject([{ taskId: "a__1", state: "running", placement }]);
  expect(await launch(request)).toEqual(placement);
  expect(new Set(reported.flatMap((each) => (each.state === "running" ? each.placement.pid : [])))).toHaveLength(1);
});

test("an adopted task is stopped like any other", async () => {
  const it = await machine();
  const { pid } = await it.launch({ taskId: "a__1" });
  await it.reopen();
  await it.agents.stop("a__1", signal);
  await it.state("a__1", "stopped");
  expect(runs(pid)).toBe(false);
});

test("the death of an adopted task is noticed", async () => {
  const it = await machine();
  const { pid = 0 } = await it.launch({ taskId: "a__1", ...command("echo up; exec sleep 1000") });
  await it.reopen();
  await until("up", () => readFileSync(join(it.folder, "kafka/tasks/a__1/output"), "utf8") === "up\n");
  process.kill(pid, "SIGKILL");
  expect(await it.state("a__1", "failed")).toMatchObject({ reason: "it ended while no service was watching" });
});

test("what ended while the service was away is reported with its last words", async () => {
  const it = await machine();
  const go = join(it.folder, "go");
  const waitFor = `while [ ! -e "${go}" ]; do sleep 0.05; done`;
  const { pid: running } = await it.launch({ taskId: "a__1", ...command(`${waitFor}; echo ERROR bad luck; exit 1`) });
  const { pid: good } = await it.launch({ taskId: "b__1", node: "b", oneShot: true, ...command(waitFor) });
  const { pid: bad } = await it.launch({ taskId: "c__1", node: "c", oneShot: true, ...command(`${waitFor}; exit 7`) });
  await it.agents.close();
  writeFileSync(go, "");
  await until("their end", () => ![running, good, bad].some(runs));
  const states = await it.reopen();
  expect(states.map(({ state }) => state)).toEqual(["failed", "finished", "failed"]);
  expect(states).toMatchObject([
    { reason: "it ended while no service was watching: ERROR bad luck" },
    {},
    { reason: "it ended with exit code 7" },
  ]);
});

test("a process that was not stored before the service was killed is still found", async () => {
  const it = await machine();
  const request = taskOf({ taskId: "a__1" });
  const { pid } = await it.launch(request);
  const { process: _, ...record } = it.store.get("task/a__1") as LocalTaskRecord;
  it.store.write([["task/a__1", record]]);
  expect(await it.reopen()).toMatchObject([{ state: "running", placement: { pid } }]);
  expect(await it.launch(request)).toMatchObject({ pid });
});

test("a task that was not started before the service was killed is started", async () => {
  const it = await machine();
  const request = taskOf({ taskId: "a__1" });
  await it.launch(request);
  await it.agents.stop("a__1", signal);
  await it.state("a__1", "stopped");
  const { process: _, ended: __, stopping: ___, ...record } = it.store.get("task/a__1") as LocalTaskRecord;
  it.store.write([["task/a__1", record]]);
  expect(await it.reopen()).toEqual([]);
  const { pid } = await it.launch(request);
  expect(runs(pid)).toBe(true);
});

test("a process that reuses the pid of a task is not touched", async () => {
  const it = await machine();
  await it.launch({ taskId: "a__1" });
  const { pid: other = 0 } = await it.launch({ taskId: "b__1", node: "b" });
  await it.agents.stop("a__1", signal);
  await it.state("a__1", "stopped");
  const { ended: _, stopping: __, ...record } = it.store.get("task/a__1") as LocalTaskRecord;
  const process = { pid: other, start: record.process?.start ?? "" };
  it.store.write([["task/a__1", { ...record, process }]]);
  expect((await it.reopen()).map(({ state }) => state)).toEqual(["failed", "running"]);
  expect(runs(other)).toBe(true);
});

test("the remaining processes of a task whose first process has died are ended", async () => {
  const it = await machine();
  const child = join(it.folder, "child");
  const { pid = 0 } = await it.launch({
    taskId: "a__1",
    ...command(`setsid sleep 1004 & echo $! > "${child}"; exec sleep 1005`),
  });
  await until("the child", () => existsSync(child) && readFileSync(child, "utf8").endsWith("\n"));
  await it.agents.close();
  process.kill(pid, "SIGKILL");
  await until("its end", () => !runs(pid));
  await it.reopen();
  await it.state("a__1", "failed");
  expect(runs(Number(readFileSync(child, "utf8")))).toBe(false);
});

test("a task that is not asked for is ended", async () => {
  const it = await machine();
  const { pid } = await it.launch({ taskId: "a__1" });
  expect(await it.reopen([])).toEqual([]);
  await until("its end", () => !runs(pid));
  await it.state("a__1", "stopped");
});

test("a task without a record is ended, and its folder deleted", async () => {
  const it = await machine();
  const { pid } = await it.launch({ taskId: "a__1" });
  it.store.write([["task/a__1", undefined]]);
  await it.reopen([]);
  await until("its end", () => !runs(pid));
  expect(readdirSync(join(it.folder, "kafka/tasks"))).toEqual([]);
  await it.agents.stop("a__1", signal);
});

test("a folder is used by one service at a time", async () => {
  const { folder, agents } = await machine();
  await expect(machine({ folder })).rejects.toThrow(`${join(folder, "kafka")} is in use by this process already`);
  await machine({ folder, instance: "other" });
  await agents.close();
  await machine({ folder });
});

test("only the last ended tasks of a node are kept", async () => {
  const it = await machine();
  for (let run = 0; run < 9; run++) {
    await it.launch({ taskId: `a__${run}`, ...command("exit 1") });
    await it.state(`a__${run}`, "failed");
  }
  await it.launch({ taskId: "a__9" });
  await until("old folders are gone", () => readdirSync(join(it.folder, "kafka/tasks")).length === 6);
  expect([...it.store.entries("task/")].map(([key]) => key)).toEqual([4, 5, 6, 7, 8, 9].map((run) => `task/a__${run}`));
});

test.runIf(process.platform === "linux")("macOS's tools report the same of processes as Linux's /proc", async () => {
  const it = await machine();
  const { pid = 0 } = await it.launch({ taskId: "a__1" });
  const [linux, macos] = [platformOf("linux"), platformOf("darwin")];
  const lock = join(it.folder, "kafka/tasks/a__1/lock");
  expect(macos.groupOf(pid)).toBe(linux.groupOf(pid));
  expect(await macos.holdersOf(lock)).toEqual(await linux.holdersOf(lock));
  expect([macos.startOf(pid) === undefined, macos.startOf(2 ** 22 + 1)]).toEqual([false, undefined]);
});
