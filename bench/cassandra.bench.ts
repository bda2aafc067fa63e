import { randomBytes } from "node:crypto";
import { cassandraSoftware } from "@reeve/engine-cassandra/software";
import { Client, types } from "cassandra-driver";
import { atRest } from "./at-rest.ts";
import { type DatabaseProgram, startDatabaseScript, startDatabaseService } from "./cassandra-process.ts";
import { needsEngine } from "./engines.ts";
import { isTried, type Measure } from "./measure.ts";
import { type ClusterWork, clusterMeasures, seconds } from "./whole-cluster.ts";

const NODES = isTried ? 1 : 3;
const ROWS = isTried ? 300 : 30_000;
/** Ten thousand characters that cannot be compressed, so that the files are as large as the rows. */
const row = () => randomBytes(7500).toString("base64");

/** Writes a row to all nodes, and repeats this while a busy node does not answer in time. */
async function insert(client: Client, id: number): Promise<void> {
  const options = { prepare: true, consistency: types.consistencies.all };
  for (let tries = 1; ; tries++) {
    try {
      await client.execute("INSERT INTO kept.rows (id, value) VALUES (?, ?)", [id, row()], options);
      return;
    } catch (error) {
      if (tries === 10) throw error;
    }
  }
}

async function connect(program: DatabaseProgram): Promise<Client> {
  const client = new Client({ contactPoints: [...(await program.addresses())], localDataCenter: "datacenter1" });
  await client.connect();
  return client;
}

/** Writes rows to a new table. */
async function fill(client: Client): Promise<void> {
  const strategy = `{'class': 'NetworkTopologyStrategy', 'datacenter1': ${NODES}}`;
  await client.execute(`CREATE KEYSPACE kept WITH replication = ${strategy}`);
  // Compactions would begin at any time, and take as much of the machine as the backup itself.
  const compaction = "{'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}";
  await client.execute(`CREATE TABLE kept.rows (id int PRIMARY KEY, value text) WITH compaction = ${compaction}`);
  let next = 0;
  const lane = async () => {
    while (next < ROWS) {
      await insert(client, next++);
    }
  };
  await Promise.all(Array.from({ length: 16 }, lane));
}

const drop = (client: Client) => client.execute("DROP KEYSPACE kept");

/** Measures a backup and its restore. */
async function backUpAndRestore(program: DatabaseProgram): Promise<number> {
  const client = await connect(program);
  await fill(client);
  await atRest();
  const backup = await seconds(program.backUp);
  await drop(client);
  await atRest();
  const restore = await seconds(program.restore);
  await client.shutdown();
  return backup + restore;
}

const GOAL = { goal: 1.2, isFelt: true, unit: "s", rounds: 3 };

const works: readonly ClusterWork<DatabaseProgram>[] = [
  {
    ...GOAL,
    name: `from \`up\` to a complete plan: ${NODES} nodes of Cassandra`,
    against: "a bare script, same processes, order and checks",
    work: (_, started) => started,
  },
  {
    ...GOAL,
    name: `a rollout over ${NODES} nodes of Cassandra`,
    against: "the sum of its parts, by a bare script",
    work: ({ roll }) => seconds(roll),
  },
  {
    ...GOAL,
    name: `a backup of ${ROWS} rows (300 MB per node) and its restore`,
    against: "the engine's own commands and a plain copy, by a bare script",
    // The second backup counts, because in the first one the nodes and both programs run code that is not compiled yet.
    work: async (program) => {
      await backUpAndRestore(program);
      const client = await connect(program);
      await drop(client);
      await client.shutdown();
      return backUpAndRestore(program);
    },
  },
];

const needs = needsEngine(cassandraSoftware);

export const measures: readonly Measure[] = clusterMeasures(works, {
  service: () => startDatabaseService(NODES),
  script: () => startDatabaseScript(NODES),
}).map((measured) => ({ ...measured, needs }));
