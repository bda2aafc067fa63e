import { instanceDefinition } from "@reeve/orchestrator";
import { parse } from "valibot";
import { expect, test } from "vitest";
import { createHdfsEngine } from "./hdfs-engine.ts";
import type { HdfsDefinition } from "./settings/hdfs-settings.ts";

const engine = createHdfsEngine({ folder: "/never-used", environment: {} });
const notesOf = (more: object) =>
  engine.notes?.(
    parse(instanceDefinition([{ engine, runtime: { name: "local" } }]), {
      kind: "file-system",
      engine: "hdfs",
      ...more,
    }) as HdfsDefinition,
  );

test("operators read the risks of single copies and of a power failure, unless their settings avoid them", () => {
  const power = expect.stringContaining("if all data nodes lose their power at once");
  expect(notesOf({ pods: { data: { count: 1 } } })).toEqual([
    expect.stringContaining("only one server"),
    expect.stringContaining("only one data node"),
    power,
  ]);
  expect(notesOf({ coordinators: 3 })).toEqual([power]);
  const flushed = (value: unknown) => ({ hdfs: { "dfs.datanode.synconclose": value } });
  expect(notesOf({ coordinators: 3, engineConfiguration: flushed(false) })).toEqual([power]);
  expect(notesOf({ coordinators: 3, engineConfiguration: flushed(true) })).toEqual([]);
});
