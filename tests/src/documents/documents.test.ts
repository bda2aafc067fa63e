import { type Reeve, startReeve } from "@reeve/service";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brokerRows } from "./broker.ts";
import { fileSystemRows } from "./file-system.ts";
import { type Definition, type Finding, type Row, readDocument } from "./read.ts";
import { report, unruled } from "./report.ts";
import { wideColumnRows } from "./wide-column.ts";

/**
 * Compares a service with simulated nodes with every assertion of the three API documents: each endpoint, field, value and rule, in every
 * revision and strategy. `npm run trial documents` does the same with real engines.
 */

const broker = (revision: string, strategy: string) =>
  [
    `broker-${revision}-${strategy}`.toLowerCase(),
    { kind: "broker", revision, pace: 0, settings: { PHASE_STRATEGY: strategy } },
    brokerRows,
  ] as const;
const instances: readonly (readonly [string, Definition, readonly Row[]])[] = [
  ...["R1", "R2", "R3"].flatMap((revision) => ["INSTALL", "STAGE"].map((strategy) => broker(revision, strategy))),
  ["database", { kind: "wide-column", revision: "W1", pace: 0 }, wideColumnRows],
  ["files-v1", { kind: "file-system", revision: "V1", pace: 0 }, fileSystemRows],
  ["files-v2", { kind: "file-system", revision: "V2", pace: 0 }, fileSystemRows],
];

let reeve: Reeve;
const all: (readonly [string, readonly Finding[]])[] = [];
beforeAll(async () => {
  reeve = await startReeve({
    services: Object.fromEntries(instances.map(([name, definition]) => [name, definition])),
  } as never);
});
afterAll(async () => {
  await reeve?.close();
  console.log(report("simulated", all));
});

test.concurrent.each(instances)("%s is true to its document", async (service, definition, rows) => {
  const { url, token } = reeve;
  const revision = String(definition.revision);
  const strategy = String(definition.settings?.PHASE_STRATEGY ?? "");
  const reached = { url, token: token ?? "", service, revision, strategy, engine: "simulated", definition };
  const findings = await readDocument(rows, reached, 60_000);
  all.push([service, findings]);
  expect(findings.length).toBeGreaterThan(80);
  expect(unruled(findings)).toEqual([]);
});
