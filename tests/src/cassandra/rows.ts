import { setTimeout as sleep } from "node:timers/promises";
import { Client, types } from "cassandra-driver";

const QUORUM = { consistency: types.consistencies.quorum, prepare: true };

/** Rows that an independent client of the database writes and reads at QUORUM. */
export interface Rows {
  /** Writes rows until it is stopped; a write that fails is counted and not repeated. */
  write(): Writer;
  /** The numbers of rows that were acknowledged and cannot be read. */
  missing(ids?: readonly number[]): Promise<readonly number[]>;
  /** The numbers of those that were acknowledged. */
  readonly acknowledged: readonly number[];
  /** Any statement, for all that is not a row. */
  execute(query: string): Promise<types.ResultSet>;
  [Symbol.asyncDispose](): Promise<void>;
}

interface Writer {
  /** Ends it; the answer is the number of writes that failed. */
  stop(): Promise<number>;
}

/** Milliseconds between two writes. */
const PACE = 5;

/** Opens a table of its own in the database at some addresses (`host:port`). */
export async function openRows(addresses: readonly string[], replication: number, keySpace = "kept"): Promise<Rows> {
  const client = new Client({
    contactPoints: [...addresses],
    localDataCenter: "datacenter1",
    socketOptions: { readTimeout: 5000 },
  });
  await client.connect();
  await client.execute(
    `CREATE KEYSPACE IF NOT EXISTS ${keySpace} WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': ${replication}}`,
  );
  await client.execute(`CREATE TABLE IF NOT EXISTS ${keySpace}.rows (id int PRIMARY KEY, value text)`);
  const acknowledged: number[] = [];
  let next = 0;

  async function writeOne(): Promise<boolean> {
    const id = next++;
    try {
      await client.execute(`INSERT INTO ${keySpace}.rows (id, value) VALUES (?, ?)`, [id, textOf(id)], QUORUM);
      acknowledged.push(id);
      return true;
    } catch {
      return false;
    }
  }

  return {
    acknowledged,
    write() {
      let isOver = false;
      let failed = 0;
      const work = (async () => {
        while (!isOver) {
          if (!(await writeOne())) failed++;
          await sleep(PACE);
        }
      })();
      return {
        async stop() {
          isOver = true;
          await work;
          return failed;
        },
      };
    },
    async missing(ids = acknowledged) {
      const gone: number[] = [];
      for (const id of ids) {
        const { rows } = await client.execute(`SELECT value FROM ${keySpace}.rows WHERE id = ?`, [id], QUORUM);
        if (rows[0]?.value !== textOf(id)) gone.push(id);
      }
      return gone;
    },
    execute: (query) => client.execute(query),
    [Symbol.asyncDispose]: () => client.shutdown(),
  };
}

const textOf = (id: number) => `value of ${id}`;
