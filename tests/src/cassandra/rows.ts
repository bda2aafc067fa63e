import { setTimeout as sleep } from "node:timers/promises";
import { Client, types } from "cassandra-driver";

// A write that is sent again is the same row, so the driver may repeat it on another node where one goes away before its answer.
const QUORUM = { consistency: types.consistencies.quorum, prepare: true, isIdempotent: true };

/** Changes of the schema wait until all nodes have it. */
const SCHEMA = { readTimeout: 120_000 };

/** Rows that an independent client of the database writes and reads at QUORUM. */
export interface Rows {
  /** Writes rows until it is stopped, one after another, or several at once; a write that fails is noted and not repeated. */
  write(lanes?: number): Writer;
  /** Writes so many rows as fast as it can. */
  fill(count: number): Promise<void>;
  /** The numbers of rows that were acknowledged and cannot be read. */
  missing(ids?: readonly number[]): Promise<readonly number[]>;
  /** Reads the whole table, and compares every row: how many are as they were written, and what else is there. */
  compare(): Promise<Comparison>;
  /** The numbers of those that were acknowledged. */
  readonly acknowledged: readonly number[];
  /** Any statement, for all that is not a row. */
  execute(query: string): Promise<types.ResultSet>;
  [Symbol.asyncDispose](): Promise<void>;
}

interface Writer {
  /** Ends it; the answer is why writes failed, one reason for each. */
  stop(): Promise<readonly string[]>;
}

interface Comparison {
  readonly equal: number;
  readonly other: readonly unknown[];
}

/** Milliseconds between two writes of a lane. */
const PACE = 5;

/** Requests that are under way at once where many are sent. */
const AT_ONCE = 32;

/** Milliseconds for which a read is retried: until a killed node is known to be down, reads are still sent to it. */
const READ_WITHIN = 60_000;

/** Opens a table of its own in the database at some addresses (`host:port`). */
export async function openRows(addresses: readonly string[], replication: number, keySpace = "kept"): Promise<Rows> {
  const client = new Client({
    contactPoints: [...addresses],
    localDataCenter: "datacenter1",
    socketOptions: { readTimeout: 5000 },
  });
  await client.connect();
  for (const statement of [
    `CREATE KEYSPACE IF NOT EXISTS ${keySpace} WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': ${replication}}`,
    `CREATE TABLE IF NOT EXISTS ${keySpace}.rows (id int PRIMARY KEY, value text)`,
  ]) {
    await client.execute(statement, [], SCHEMA);
  }
  const acknowledged: number[] = [];
  let next = 0;

  /** The reason where it failed. */
  async function writeOne(): Promise<string | undefined> {
    const id = next++;
    try {
      await client.execute(`INSERT INTO ${keySpace}.rows (id, value) VALUES (?, ?)`, [id, textOf(id)], QUORUM);
      acknowledged.push(id);
      return undefined;
    } catch (error) {
      return reasonOf(error);
    }
  }

  async function read(id: number): Promise<unknown> {
    for (const deadline = Date.now() + READ_WITHIN; ; await sleep(100)) {
      try {
        const { rows } = await client.execute(`SELECT value FROM ${keySpace}.rows WHERE id = ?`, [id], QUORUM);
        return rows[0]?.value;
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
    }
  }

  return {
    acknowledged,
    write(lanes = 1) {
      let isOver = false;
      const failed: string[] = [];
      const lane = async () => {
        while (!isOver) {
          const reason = await writeOne();
          if (reason !== undefined) failed.push(reason);
          await sleep(PACE);
        }
      };
      const work = Promise.all(Array.from({ length: lanes }, lane));
      return {
        async stop() {
          isOver = true;
          await work;
          return failed;
        },
      };
    },
    async fill(count) {
      const end = next + count;
      await inLanes(async () => {
        if (next >= end) return false;
        await writeOne();
        return true;
      });
    },
    async missing(ids = acknowledged) {
      const gone: number[] = [];
      const left = [...ids];
      await inLanes(async () => {
        const id = left.pop();
        if (id === undefined) return false;
        if ((await read(id)) !== textOf(id)) gone.push(id);
        return true;
      });
      return gone.sort((a, b) => a - b);
    },
    async compare() {
      let equal = 0;
      const other: unknown[] = [];
      const query = `SELECT id, value FROM ${keySpace}.rows`;
      for await (const { id, value } of await client.execute(query, [], { ...QUORUM, fetchSize: 2000 })) {
        if (value === textOf(id)) equal++;
        else other.push([id, value]);
      }
      return { equal, other };
    },
    execute: (query) => client.execute(query, [], SCHEMA),
    [Symbol.asyncDispose]: () => client.shutdown(),
  };
}

/** Repeats some work in several lanes until it says that there is no more. */
async function inLanes(work: () => Promise<boolean>): Promise<void> {
  const lane = async () => {
    while (await work());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const textOf = (id: number) => `value of ${id}`;
