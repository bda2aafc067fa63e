import { setTimeout as sleep } from "node:timers/promises";
import { Client, errors, types } from "cassandra-driver";

// Writing a row twice has the same result as writing it once. The driver may therefore repeat a write on another node if a node stops
// before it answers.
const QUORUM = { consistency: types.consistencies.quorum, prepare: true, isIdempotent: true };

/** Timeout in milliseconds of a schema change, which waits until all nodes have applied it, and of a page of many rows. */
const LONG = { readTimeout: 120_000 };

/** Rows that an independent client writes and reads at QUORUM. */
export interface Rows {
  /**
   * Writes rows one after another, in one or several lanes at the same time, until `stop` is called. A failed write is recorded and not
   * repeated.
   */
  write(lanes?: number): Writer;
  /** Writes this many rows as fast as possible, and repeats writes that fail. */
  fill(count: number): Promise<void>;
  /** The numbers of rows that were acknowledged but cannot be read. */
  missing(ids?: readonly number[]): Promise<readonly number[]>;
  /** Reads the whole table and compares every row. Returns the number of rows with the written content, and lists all other rows. */
  compare(end?: number): Promise<Comparison>;
  /** The numbers of the acknowledged rows. */
  readonly acknowledged: readonly number[];
  /** Executes a statement that is not about a row. */
  execute(query: string): Promise<types.ResultSet>;
  [Symbol.asyncDispose](): Promise<void>;
}

interface Writer {
  /** The longest time in milliseconds without an acknowledged write. */
  longestSilence(): number;
  /** Stops writing. Returns the reasons of failed writes, each only once. */
  stop(): Promise<readonly string[]>;
}

interface Comparison {
  readonly equal: number;
  /** The number of equal rows whose ids are below `end`. */
  readonly below: number;
  readonly other: readonly unknown[];
}

/** Milliseconds between two writes in a lane. */
const PACE = 5;

/** The number of requests that bulk operations send at the same time. */
const AT_ONCE = 32;

/** The number of rows in one request of a bulk operation. */
const BATCH = 50;

/** Milliseconds for which a request is repeated. The driver sends requests to a killed node until it notices that the node is down. */
const WITHIN = 60_000;

/** Makes a client of the database for these addresses (`host:port`). The client uses TLS if it gets a certificate to trust. */
export function driverAt(addresses: readonly string[], ca?: string): Client {
  return new Client({
    contactPoints: [...addresses],
    localDataCenter: "datacenter1",
    socketOptions: { readTimeout: 5000 },
    ...(ca !== undefined && { sslOptions: { ca, rejectUnauthorized: true } }),
  });
}

/** Creates a table in the database at these addresses. */
export async function openRows(addresses: readonly string[], replication: number, keySpace = "kept", ca?: string): Promise<Rows> {
  const client = driverAt(addresses, ca);
  await client.connect();
  for (const statement of [
    `CREATE KEYSPACE IF NOT EXISTS ${keySpace} WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': ${replication}}`,
    `CREATE TABLE IF NOT EXISTS ${keySpace}.rows (id int PRIMARY KEY, value text)`,
  ]) {
    await client.execute(statement, [], LONG);
  }
  const acknowledged: number[] = [];
  let next = 0;

  /** Writes a row; returns the reason if it failed. */
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
    const query = `SELECT value FROM ${keySpace}.rows WHERE id = ?`;
    const { rows } = await repeated(() => client.execute(query, [id], QUORUM));
    return rows[0]?.value;
  }

  return {
    acknowledged,
    write(lanes = 1) {
      let isOver = false;
      let last = Date.now();
      let longest = 0;
      const failed: string[] = [];
      const lane = async () => {
        while (!isOver) {
          const reason = await writeOne();
          if (reason === undefined) {
            longest = Math.max(longest, Date.now() - last);
            last = Date.now();
          } else failed.push(reason);
          await sleep(PACE);
        }
      };
      const work = Promise.all(Array.from({ length: lanes }, lane));
      return {
        longestSilence: () => Math.max(longest, isOver ? 0 : Date.now() - last),
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
        const ids = Array.from({ length: Math.min(BATCH, end - next) }, () => next++);
        if (ids.length === 0) return false;
        const query = `INSERT INTO ${keySpace}.rows (id, value) VALUES (?, ?)`;
        const statements = ids.map((id) => ({ query, params: [id, textOf(id)] }));
        await repeated(() => client.batch(statements, { ...QUORUM, logged: false }));
        for (const id of ids) acknowledged.push(id);
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
    async compare(end = Number.POSITIVE_INFINITY) {
      let equal = 0;
      let below = 0;
      const other: unknown[] = [];
      const query = `SELECT id, value FROM ${keySpace}.rows`;
      for (let page: types.ResultSet | undefined; ; ) {
        const options = { ...QUORUM, ...LONG, fetchSize: 2000, ...(page && { pageState: page.pageState }) };
        page = await repeated(() => client.execute(query, [], options));
        for (const { id, value } of page.rows) {
          if (value !== textOf(id)) other.push([id, value]);
          else {
            equal++;
            if (id < end) below++;
          }
        }
        if (!page.pageState) break;
      }
      return { equal, below, other };
    },
    execute: (query) => client.execute(query, [], LONG),
    [Symbol.asyncDispose]: () => client.shutdown(),
  };
}

/** Repeats a request that fails, for a limited time. */
async function repeated<Result>(request: () => Promise<Result>): Promise<Result> {
  for (const deadline = Date.now() + WITHIN; ; await sleep(100)) {
    try {
      return await request();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

/** Repeats work in several lanes at the same time, until it returns that nothing is left. */
async function inLanes(work: () => Promise<boolean>): Promise<void> {
  const lane = async () => {
    while (await work());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** The reason of a failed write in one line. If the driver has tried several nodes, the line has the reason of each node. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof errors.NoHostAvailableError)) return error.message;
  return Object.entries<Error>(error.innerErrors ?? {})
    .map(([host, { message }]) => `${host}: ${message}`)
    .join("; ");
}

const textOf = (id: number) => `value of ${id}`;
