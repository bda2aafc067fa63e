import { lookup } from "node:dns/promises";
import { type Address, reached } from "@reeve/orchestrator/engine";
import type { Client } from "cassandra-driver";
import { agentCertificateName } from "../agent/agent.ts";
import type { Member } from "../cluster/members.ts";
import { placeFrom } from "../cluster/view.ts";

/** Runs work with a connection to one node. The driver is loaded when it is first needed. */
export async function withClient<Result>(member: Member, signal: AbortSignal, work: (client: Client) => Promise<Result>): Promise<Result> {
  const { default: driver } = await import("cassandra-driver");
  const { dataCenter } = await placeFrom(member, { signal });
  const { trusted, ...address } = member.native;
  const contact = await contactOf(await reached(address));
  const { AllowListPolicy, DCAwareRoundRobinPolicy } = driver.policies.loadBalancing;
  const client = new driver.Client({
    contactPoints: [contact],
    localDataCenter: dataCenter,
    // The driver connects to this node only: during a rollout, some of the other nodes may not use TLS yet.
    policies: { loadBalancing: new AllowListPolicy(new DCAwareRoundRobinPolicy(dataCenter), [contact]) },
    // The driver does not wait for schema agreement, because it would give up silently, and would treat several nodes with the same address
    // as one node. `schemaAgreement` waits instead.
    isMetadataSyncEnabled: false,
    // The newest version of the protocol that both driver and nodes support. By default, the driver first tries versions that only other
    // databases support.
    protocolOptions: { maxVersion: driver.types.protocolVersion.v4, maxSchemaAgreementWaitSeconds: 0 },
    // Without this option, the driver does not verify certificates.
    ...(trusted && { sslOptions: { ca: await trusted(), rejectUnauthorized: true, ...agentCertificateName(address.host) } }),
    // This timeout is long, because a statement that changes the schema waits until all nodes have the new schema.
    socketOptions: { readTimeout: 60_000, connectTimeout: 10_000 },
  });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.shutdown();
  }
}

/** Returns an address with its IP address, because the driver compares the allowed addresses with those that it connects to. */
export async function contactOf({ host, port }: Address): Promise<string> {
  const { address } = await lookup(host);
  return `${address}:${port}`;
}

/** The keyspaces and tables that users have created. */
export interface DatabaseSchema {
  /** CQL statements that create the keyspaces and tables again with their ids, as one text. */
  readonly statements: string;
  readonly keySpaces: readonly string[];
  /** The names of the tables, such as `demo/users`. */
  readonly tables: readonly string[];
}

export function schemaOf(member: Member, signal: AbortSignal): Promise<DatabaseSchema> {
  return withClient(member, signal, async (client) => {
    const { rows } = await client.execute("DESCRIBE SCHEMA WITH INTERNALS", [], { fetchSize: 100_000 });
    return {
      statements: rows.map(({ create_statement }) => String(create_statement).trim()).join("\n\n"),
      keySpaces: rows.filter(({ type }) => type === "keyspace").map(({ name }) => unquoted(name)),
      tables: rows
        .filter(({ type }) => HAVE_FILES.has(String(type)))
        .map(({ keyspace_name, name }) => `${unquoted(keyspace_name)}/${unquoted(name)}`),
    };
  });
}

const HAVE_FILES: ReadonlySet<string> = new Set(["table", "materialized_view"]);

/** Removes the quotation marks from a name. The database adds them to names with capital letters. */
const unquoted = (name: unknown) => String(name).replace(/^"(.*)"$/, "$1");

/** Runs the statements of a schema. Keyspaces and tables that exist already are not changed. */
export function makeSchema(member: Member, statements: readonly string[], signal: AbortSignal): Promise<void> {
  return withClient(member, signal, async (client) => {
    for (const statement of statements) {
      try {
        await client.execute(statement);
      } catch (error) {
        if (!isThere(error)) throw error;
      }
    }
  });
}

/** Whether a statement was already run. For indexes and columns, only the message of the error says so. */
function isThere(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === ALREADY_EXISTS) || /already exists|was not found in table/i.test(error.message);
}

/** The error code of the CQL protocol for keyspaces and tables that exist already. */
const ALREADY_EXISTS = 0x2400;
