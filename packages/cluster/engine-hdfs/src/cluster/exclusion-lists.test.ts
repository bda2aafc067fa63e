import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { NodeView } from "@reeve/orchestrator/engine";
import { expect, test } from "vitest";
import { EXCLUDED } from "../specs/templates.ts";
import { openExclusionLists } from "./exclusion-lists.ts";
import type { NameView } from "./name-nodes.ts";

const { signal } = new AbortController();

const tasks = [
  { task: "format", taskId: "name-0-format__1", state: "finished" },
  { task: "node", taskId: "name-0-node__2", state: "running" },
];

test("the list of a name node on another machine is read and written by commands next to the name node", async () => {
  const folder = mkdtempSync(join(tmpdir(), "reeve name "));
  const name = { folder, node: { id: "name-0", tasks } as unknown as NodeView } as NameView;
  const requests = new Set<string>();
  const lists = openExclusionLists({
    exec: async (taskId, [file = "", ...args]) => {
      requests.add(taskId);
      const output = Readable.from([execFileSync(file, args)]);
      return { output, write: () => Promise.reject(new Error("nothing is written")), close: () => undefined };
    },
  });
  writeFileSync(join(folder, EXCLUDED), "10.0.0.5:9003\n");
  expect([...(await lists.read(name, signal))]).toEqual(["10.0.0.5:9003"]);
  await lists.write(name, ["10.0.0.6:9003", "10.0.0.7:9003"], signal);
  expect([...(await lists.read(name, signal))]).toEqual(["10.0.0.6:9003", "10.0.0.7:9003"]);
  await lists.write(name, [], signal);
  expect((await lists.read(name, signal)).size).toBe(0);
  expect(readdirSync(folder)).toEqual([EXCLUDED]);
  expect([...requests]).toEqual(["name-0-node__2"]);
});
