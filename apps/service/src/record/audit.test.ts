import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { temporaryFolder } from "../../test/running.ts";
import { createAudit } from "./audit.ts";
import { checkChain } from "./chain.ts";

function scene() {
  const folder = temporaryFolder();
  const clock = { now: Date.parse("2026-01-01T00:00:00Z") };
  const open = () => createAudit(folder.path, () => clock.now, vi.fn());
  const lines = (name: string) =>
    readFileSync(join(folder.path, name), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  return { folder: folder.path, clock, open, lines, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

const change = { who: "robot", what: "broker.topics.create", service: "kafka", input: { topic: "orders" } };

test("completed changes stay, however many refusals there are", () => {
  using here = scene();
  const audit = here.open();
  audit.begin(change)(200);
  for (let index = 0; index < 1000; index++) audit.begin({ ...change, input: { topic: "x".repeat(1500) } })(409, "it exists");
  expect(audit.tail(10)).toMatchObject([
    { result: "done", status: 200, input: { topic: "orders" } },
    { result: "refused", status: 409, times: 1000, detail: "it exists" },
  ]);
  audit.close();
  expect(here.lines("audit.jsonl")).toHaveLength(1);
  expect(here.lines("refusals.jsonl")).toMatchObject([{ who: "robot", times: 1000 }]);
  expect(statSync(join(here.folder, "asked.jsonl")).size).toBeLessThan(2 * 1024 * 1024);
});

test("refusals are summed up for each caller and operation for a minute, and many names do not make many lines", () => {
  using here = scene();
  const audit = here.open();
  for (let index = 0; index < 5000; index++) audit.refused({ who: `guess-${index}`, what: "login", status: 401 });
  here.clock.now += 60_000;
  audit.refused({ who: "y".repeat(5000), what: "login", status: 401 });
  expect(here.lines("refusals.jsonl").length).toBeLessThanOrEqual(101);
  expect(audit.tail(1)).toMatchObject([{ who: "y".repeat(200), times: 1 }]);
  audit.close();
});

test("a change that a kill interrupted is recorded as interrupted", () => {
  using here = scene();
  here.open().begin(change);
  const next = here.open();
  expect(next.tail(1)).toMatchObject([{ ...change, result: "interrupted" }]);
  next.close();
  expect(here.open().tail(10)).toHaveLength(1);
});

test("a failed change is not recorded as refused: it may have been done, or be done later", () => {
  using here = scene();
  const audit = here.open();
  audit.begin(change)(500, "the disk is full; the service tries again");
  expect(audit.tail(1)).toMatchObject([{ result: "unsettled", status: 500 }]);
  audit.close();
});

test("entries are chained, across restarts, so that a changed, removed or inserted entry is noticed", () => {
  using here = scene();
  for (let run = 0; run < 3; run++) {
    const audit = here.open();
    for (let index = 0; index < 5; index++) audit.begin({ ...change, input: { topic: `t-${run}-${index}` } })(200);
    audit.close();
  }
  const lines = readFileSync(join(here.folder, "audit.jsonl"), "utf8").trimEnd().split("\n");
  expect(checkChain(lines)).toMatchObject({ entries: 15, broken: [] });
  const changed = (at: number) => lines.map((line, index) => (index === at ? line.replace("robot", "person") : line));
  expect([0, 7, 14].map((at) => checkChain(changed(at)).broken)).toEqual([[1], [8], [15]]);
  expect(checkChain(lines.toSpliced(7, 1)).broken).toEqual([8]);
  expect(checkChain(lines.toSpliced(7, 0, lines[2] ?? "")).broken).toEqual([8, 9]);
  // The oldest entries are dropped when the log has reached its limits.
  expect(checkChain(lines.slice(4)).broken).toEqual([]);
  // A kill can cut a line short.
  writeFileSync(join(here.folder, "audit.jsonl"), `${lines.join("\n")}\n{"id":"cut`);
  const next = here.open();
  next.begin(change)(200);
  next.close();
  expect(checkChain(readFileSync(join(here.folder, "audit.jsonl"), "utf8").split("\n"))).toMatchObject({
    entries: 16,
    broken: [],
  });
});

test("refusals are summed up for each address", () => {
  using here = scene();
  const audit = here.open();
  for (let index = 0; index < 6000; index++) audit.refused({ who: "unknown", what: "token", from: `10.0.0.${index % 2}`, status: 401 });
  expect(audit.tail(10)).toMatchObject([
    { what: "token", from: "10.0.0.0", times: 3000 },
    { what: "token", from: "10.0.0.1", times: 3000 },
  ]);
  audit.close();
});

test("an entry names the configuration and the definition of its instance", () => {
  const about = { configuration: "c-1", definition: "d-1" };
  const audit = createAudit(undefined, Date.now, vi.fn(), undefined, () => about);
  audit.begin(change)(200);
  expect(audit.tail(1)).toMatchObject([{ ...about, result: "done" }]);
});
