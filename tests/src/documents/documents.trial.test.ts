import { type Reeve, startReeve } from "@reeve/service";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missingForCassandra } from "../cassandra/available.ts";
import { openRows } from "../cassandra/rows.ts";
import { missingForFileSystem } from "../hdfs/available.ts";
import { fileSystem, WAIT } from "../hdfs/definition.ts";
import { missingForKafka } from "../kafka/available.ts";
import { titled } from "../real-engine.ts";
import { brokerRows } from "./broker.ts";
import { fileSystemRows } from "./file-system.ts";
import { type Definition, type Finding, type Row, readDocument } from "./read.ts";
import { report, unruled } from "./report.ts";
import { wideColumnRows } from "./wide-column.ts";

/**
 * Compares services with real nodes with every assertion of the three API documents. The revisions and strategies of an engine follow one
 * another on the same nodes. `DOCUMENTS_ENGINE` selects engines.
 */

interface Engine {
  readonly missing: string | undefined;
  readonly rows: readonly Row[];
  readonly definitions: readonly Definition[];
}

const broker = (revision: string, strategy: string): Definition => ({
  kind: "broker",
  engine: "kafka",
  revision,
  settings: { BROKER_MEM: 256, PHASE_STRATEGY: strategy },
});
const selected = (process.env.DOCUMENTS_ENGINE ?? "kafka,cassandra,hdfs").split(",");
const engines: Readonly<Record<string, Engine>> = {
  kafka: {
    missing: await missingForKafka(),
    rows: brokerRows,
    definitions: ["R1", "R2", "R3"].flatMap((revision) => [broker(revision, "INSTALL"), broker(revision, "STAGE")]),
  },
  cassandra: {
    missing: await missingForCassandra(),
    rows: wideColumnRows,
    definitions: [{ kind: "wide-column", engine: "cassandra", revision: "W1", settings: { NODE_COUNT: 2, NODE_MEM: 640 } }],
  },
  hdfs: {
    missing: await missingForFileSystem(),
    rows: fileSystemRows,
    definitions: [{ ...fileSystem("V1") }, { ...fileSystem("V2") }],
  },
};

for (const [engine, { missing, rows, definitions }] of Object.entries(engines)) {
  const title = titled(`the document over ${engine}`, missing);
  describe.skipIf(missing !== undefined || !selected.includes(engine))(title, () => {
    const all: (readonly [string, readonly Finding[]])[] = [];
    let reeve: Reeve;
    beforeAll(async () => {
      reeve = await startReeve({ services: { real: definitions[0] } } as never);
    }, WAIT.timeout);
    afterAll(async () => {
      console.log(report(engine, all));
      await reeve?.close();
    }, 120_000);

    test.each(definitions.map((definition) => [String(definition.revision), strategyOf(definition), definition] as const))(
      "%s %s",
      async (revision, strategy, definition) => {
        await reeve.deploy({ services: { real: definition } } as never);
        const { url, token = "" } = reeve;
        const reached = {
          url,
          token,
          service: "real",
          revision,
          strategy,
          engine,
          definition,
          prepare: () => prepare(reeve),
        };
        const findings = await readDocument(engine === "cassandra" ? [filled(reeve), ...rows] : rows, reached, 180_000);
        all.push([`${revision} ${strategy}`, findings]);
        expect(unruled(findings)).toEqual([]);
      },
      WAIT.timeout,
    );
  });
}

function strategyOf({ settings }: Definition): string {
  return String(settings?.PHASE_STRATEGY ?? "");
}

/** Fills the database first, because a backup of nothing would prove nothing. */
function filled(reeve: Reeve): Row {
  return {
    at: "Setup",
    revisions: ["W1"],
    async run({ quiet }) {
      await quiet();
      await using made = await openRows(await reeve.addresses("real"), 2, "demo");
      await made.execute("CREATE TABLE demo.users (id int PRIMARY KEY)");
      await made.execute("INSERT INTO demo.rows (id, value) VALUES (0, 'zero')");
    },
  };
}

/** Removes the data, because a restore needs an empty cluster. */
async function prepare(reeve: Reeve): Promise<void> {
  await using made = await openRows(await reeve.addresses("real"), 2, "other");
  await made.execute("DROP KEYSPACE demo");
}
