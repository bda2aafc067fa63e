import type { Client } from "cassandra-driver";
import type { Member } from "../cluster/members.ts";
import { placeFrom } from "../cluster/view.ts";

/** Works with a connection to one node; the driver is loaded when it is first needed. */
export async function withClient<Result>(
  member: Member,
  signal: AbortSignal,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const { default: driver } = await import("cassandra-driver");
  const { dataCenter } = await placeFrom(member, { signal });
  const client = new driver.Client({
    contactPoints: [`${member.native.host}:${member.native.port}`],
    localDataCenter: dataCenter,
    // Statements that change the schema wait until all nodes have it.
    socketOptions: { readTimeout: 60_000, connectTimeout: 10_000 },
  });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.shutdown();
  }
}

/** All statements that create the users' key spaces again, with the ids of their tables. */
export function schemaOf(member: Member, signal: AbortSignal): Promise<string> {
  return withClient(member, signal, async (client) => {
    const { rows } = await client.execute("DESCRIBE SCHEMA WITH INTERNALS", [], { fetchSize: 100_000 });
    return rows.map(({ create_statement }) => String(create_statement).trim()).join(SEPARATOR);
  });
}

/** Creates key spaces and tables from the text of `schemaOf`; existing ones stay. */
export function makeSchema(member: Member, schema: string, signal: AbortSignal): Promise<void> {
  return withClient(member, signal, async (client) => {
    for (const statement of schema.split(SEPARATOR).filter((text) => text.trim() !== "")) {
      try {
        await client.execute(statement);
      } catch (error) {
        if (!isThere(error)) throw error;
      }
    }
  });
}

/** There is no error code for indexes and the like that already exist, so the message is read. */
function isThere(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === ALREADY_EXISTS) || /already exists/i.test(error.message);
}

/** The error code of the protocol. */
const ALREADY_EXISTS = 0x2400;

/** A line that no statement contains. */
const SEPARATOR = "\n\n-- next statement\n";
