import { randomBytes } from "node:crypto";
import { cassandraSoftware } from "@reeve/engine-cassandra/software";
import { Client, types } from "cassandra-driver";
import { atRest } from "./at-rest.ts";
import { type DatabaseProgram, startDatabaseScript, startDatabaseService } from "./cassandra-process.ts";
import { needsEngine } from "./engines.ts";
import { isTried, type Measure, type Sampled } from "./measure.ts";

const needs = needsEngine(cassandraSoftware);

const ROUNDS = 3;
const NODES = isTried ? 1 : 3;
const ROWS = isTried ? 300 : 30_000;
/** Ten thousand characters that cannot be compressed, so that the files are as large as the rows. */
const row = () => randomBytes(7500).toString("base64");

const seconds = async (work: () => Promise<unknown>) => {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
};

/** Measures the same work of the service and of the script, one after the other, so that the clusters do not disturb each other. */
const both = async (work: (start: () => Promise<DatabaseProgram>) => Promise<number>) => {
  const subject = await work(() => startDatabaseService(NODES));
  return { subject, floor: await work(() => startDatabaseScript(NODES)) };
};

const measured = (name: string, against: string, work: (start: () => Promise<DatabaseProgram>) => Promise<number>): Sampled => ({
  name,
  against,
  unit: "s",
  rounds: ROUNDS,
  sample: () => both(work),
});

const GOAL = { goal: 1.2 };

const inRunning = (work: (program: DatabaseProgram) => Promise<number>) => async (start: () => Promise<DatabaseProgram>) => {
  const program = await start();
  try {
    return await work(program);
  } finally {
    await program.end();
  }
};

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

export const measures: readonly Measure[] = [
  {
    ...GOAL,
    ...measured(`from \`up\` to a complete plan: ${NODES} nodes`, "a bare script, same processes, order and checks", async (start) => {
      let program: DatabaseProgram | undefined;
      const took = await seconds(async () => {
        program = await start();
      });
      await program?.end();
      return took;
    }),
  },
  {
    ...GOAL,
    ...measured(
      `a rollout over ${NODES} nodes`,
      "the sum of its parts, by a bare script",
      inRunning((program) => seconds(program.roll)),
    ),
  },
  {
    ...GOAL,
    ...measured(
      `a backup of ${ROWS} rows (300 MB per node) and its restore`,
      "the engine's own commands and a plain copy, by a bare script",
      // The second backup counts, because in the first one the nodes and both programs run code that is not compiled yet.
      inRunning(async (program) => {
        await backUpAndRestore(program);
        const client = await connect(program);
        await drop(client);
        await client.shutdown();
        return backUpAndRestore(program);
      }),
    ),
  },
].map((measured) => ({ ...measured, needs }));
