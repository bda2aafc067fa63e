import type { Client } from "cassandra-driver";
import type { Member } from "../cluster/members.ts";
import { placeFrom } from "../cluster/view.ts";

/** Runs work with a connection to one node. The driver is loaded on first use. */
export async function withClient<Result>(
  member: Member,
  signal: AbortSignal,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const { default: driver } = await import("cassandra-driver");
  const { dataCenter } = await placeFrom(member, { signal });
  const { host, port, trusted } = member.native;
  const contact = `${host}:${port}`;
  const { AllowListPolicy, DCAwareRoundRobinPolicy } = driver.policies.loadBalancing;
  const client = new driver.Client({
    contactPoints: [contact],
    localDataCenter: dataCenter,
    // The driver connects to this node only: during a rollout, other nodes may differ in whether they use TLS.
    policies: { loadBalancing: new AllowListPolicy(new DCAwareRoundRobinPolicy(dataCenter), [contact]) },
    // The driver does not wait until the nodes agree on the schema, because it gives up silently, and takes nodes with the same address
    // for one node. `schemaAgreement` waits instead.
    isMetadataSyncEnabled: false,
    // The newest version that driver and nodes share. By default, the driver tries the versions of other databases first.
    protocolOptions: { maxVersion: driver.types.protocolVersion.v4, maxSchemaAgreementWaitSeconds: 0 },
    // Without this option, the driver does not verify certificates.
    ...(trusted && { sslOptions: { ca: await trusted(), rejectUnauthorized: true } }),
    // Statements that change the schema take long, because they wait until all nodes have the new schema.
    socketOptions: { readTimeout: 60_000, connectTimeout: 10_000 },
  });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.shutdown();
  }
}

/** The users' key spaces and tables. */
export interface Schema {
  /** The statements that create them again with their ids, as one text. */
  readonly statements: string;
  /** The names of the tables, such as `demo/users`. */
  readonly tables: readonly string[];
}

export function schemaOf(member: Member, signal: AbortSignal): Promise<Schema> {
  return withClient(member, signal, async (client) => {
    const { rows } = await client.execute("DESCRIBE SCHEMA WITH INTERNALS", [], { fetchSize: 100_000 });
    return {
      statements: rows.map(({ create_statement }) => String(create_statement).trim()).join(SEPARATOR),
      tables: rows
        .filter(({ type }) => HAVE_FILES.has(String(type)))
        .map(({ keyspace_name, name }) => `${unquoted(keyspace_name)}/${unquoted(name)}`),
    };
  });
}

const HAVE_FILES: ReadonlySet<string> = new Set(["table", "materialized_view"]);

/** A name without the quotation marks that names with capital letters have. */
const unquoted = (name: unknown) => String(name).replace(/^"(.*)"$/, "$1");

/** Runs the statements of a schema. Key spaces and tables that exist already stay as they are. */
export function makeSchema(member: Member, statements: string, signal: AbortSignal): Promise<void> {
  return withClient(member, signal, async (client) => {
    for (const statement of statements.split(SEPARATOR).filter((text) => text.trim() !== "")) {
      try {
        await client.execute(statement);
      } catch (error) {
        if (!isThere(error)) throw error;
      }
    }
  });
}

/** Whether an error says that an object exists already. Indexes and similar objects have no error code for this, so the message decides. */
function isThere(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === ALREADY_EXISTS) || /already exists/i.test(error.message);
}

/** The error code of the CQL protocol for key spaces and tables that exist already. */
const ALREADY_EXISTS = 0x2400;

/** Separates the statements in the text. No statement contains this line. */
const SEPARATOR = "\n\n-- next statement\n";
