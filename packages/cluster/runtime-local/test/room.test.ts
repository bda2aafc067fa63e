import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { machine, until } from "./support/machine.ts";

const { signal } = new AbortController();
const MB = 1024 * 1024;

/** A machine whose disk the test fills. */
async function filling() {
  const disk = { free: 1000 * MB };
  const match = await machine({ freeSpace: () => disk.free });
  return Object.assign(match, { disk });
}

const reasonIn = (folder: string) => `the disk of ${join(folder, "kafka", "volumes")} is full: less than 64 MB are free; make room on it`;

test("a task is not launched onto a full disk; it waits, with the reason, until there is room", async () => {
  const it = await filling();
  it.disk.free = 63 * MB;
  await it.begin({ taskId: "a__1" });
  expect(await it.state("a__1", "waiting")).toMatchObject({ reason: reasonIn(it.folder) });
  // A launch that is sent again starts nothing either.
  await it.begin({ taskId: "a__1" });
  expect(existsSync(join(it.folder, "kafka", "tasks", "a__1", "sandbox"))).toBe(false);
  it.disk.free = 64 * MB;
  await it.state("a__1", "running");
});

test("a task that waits for room can be stopped, and never runs", async () => {
  const it = await filling();
  it.disk.free = 0;
  await it.begin({ taskId: "a__1" });
  await it.state("a__1", "waiting");
  await it.agents.stop("a__1", signal);
  await it.state("a__1", "stopped");
  it.disk.free = 1000 * MB;
  await it.launch({ taskId: "a__2" });
  expect(it.reported.filter(({ taskId, state }) => taskId === "a__1" && state === "running")).toEqual([]);
});

test("a record that cannot be stored on a full disk is stored before the task runs", async () => {
  const it = await filling();
  const { write } = it.store;
  Object.assign(it.store, {
    write: () => {
      throw new Error("no space left");
    },
  });
  it.disk.free = 0;
  await it.begin({ taskId: "a__1" });
  await it.state("a__1", "waiting");
  Object.assign(it.store, { write });
  it.disk.free = 1000 * MB;
  await it.state("a__1", "running");
  expect([...it.store.entries("task/")].map(([key]) => key)).toEqual(["task/a__1"]);
});

test("running tasks are reported with the reason while their disk is full, and the instance has a trouble", async () => {
  const it = await filling();
  const troubles: (readonly string[])[] = [];
  it.agents.watchTroubles?.((reasons) => troubles.push(reasons));
  await it.launch({ taskId: "a__1" });
  const full = () => it.reported.map((heard) => (heard.state === "running" ? heard.full : undefined));
  expect(full()).toEqual([undefined]);
  it.disk.free = 0;
  const reason = reasonIn(it.folder);
  await until("the report", () => full().at(-1) === reason);
  expect(troubles).toEqual([[reason]]);
  // The next service on the same machine reports it, too.
  await it.reopen();
  const before = full().length;
  await until("the report of the next service", () => full().length > before && full().at(-1) === reason);
  const later: (readonly string[])[] = [];
  it.agents.watchTroubles?.((reasons) => later.push(reasons));
  expect(later).toEqual([[reason]]);
  it.disk.free = 1000 * MB;
  await until("the end", () => full().at(-1) === undefined);
  expect(later).toEqual([[reason], []]);
});

test("the end of a task on a full disk is reported with the reason", async () => {
  const it = await filling();
  const { pid = 0 } = await it.launch({ taskId: "a__1" });
  it.disk.free = 0;
  process.kill(pid, "SIGKILL");
  expect(await it.state("a__1", "failed")).toMatchObject({ full: reasonIn(it.folder) });
});
