import type { DatabaseSync } from "node:sqlite";
import type { DeployedConfiguration } from "../instance.ts";
import type { Identity } from "../runtime.ts";
import type { NodeRecord } from "./records.ts";
import { CONFIGURATION, split, TEMPLATE } from "./rows.ts";

/** The migrations of the stored state. The migration at index N converts version N into version N + 1. */
export const migrations: readonly ((database: DatabaseSync) => void)[] = [
  makeTable,
  takeTemplatesOut,
  noteVolumeUse,
  noteIdentities,
  nameSidecars,
];

/**
 * The ways back of migrations, for the rows that a restore of a copy keeps as they are now. The one at index N makes rows of version N from
 * those of version N + 1. A migration that changes the rows of engines or runtimes needs one.
 */
const waysBack: ReadonlyMap<number, (database: DatabaseSync) => void> = new Map([[4, renameSidecarsBack]]);

/** Makes the rows that a restore keeps those of an older version. */
export function migrateBack(database: DatabaseSync, from: number, to: number): void {
  for (let version = from - 1; version >= to; version--) waysBack.get(version)?.(database);
}

/** Migrates version 0, an empty database. */
function makeTable(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE entry (
      owner TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (owner, key)
    ) WITHOUT ROWID;
  `);
}

/** Migrates version 1, in which each configuration contains all of its templates. */
function takeTemplatesOut(database: DatabaseSync): void {
  const put = database.prepare("INSERT OR REPLACE INTO entry (owner, key, value) VALUES (?, ?, ?)");
  const rows = database
    .prepare("SELECT owner, key, value FROM entry WHERE owner LIKE 'instance/%' AND key LIKE ?")
    .all(`${CONFIGURATION}%`);
  for (const { owner, key, value } of rows) {
    const { kept, templates } = split(JSON.parse(String(value)) as DeployedConfiguration);
    for (const [hash, template] of templates) put.run(String(owner), TEMPLATE + hash, JSON.stringify(template));
    put.run(String(owner), String(key), JSON.stringify(kept));
  }
}

/** Migrates version 2, which does not record which task has used a volume. So every volume counts as used by the long-running task. */
function noteVolumeUse(database: DatabaseSync): void {
  eachNode(database, (node) => {
    node.volumeUse = Object.fromEntries(Object.values(node.volumes).map((volume) => [volume, "data"]));
  });
}

/** Migrates version 3, which stores no identity for a node. The address and ports of the node's placement become its identity. */
function noteIdentities(database: DatabaseSync): void {
  eachNode(database, (node: NodeRecord & { ports?: Identity["ports"] }) => {
    const { placement, ports } = node;
    delete node.ports;
    if (placement) node.identity = { host: placement.addresses[0] ?? "", ports: ports ?? placement.ports };
  });
}

/** Migrates version 4, in which the entries of nodes and of runtimes call sidecar tasks `beside`. */
function nameSidecars(database: DatabaseSync): void {
  eachNode(database, (node: NodeRecord & { beside?: NodeRecord["sidecars"] }) => {
    const { beside } = node;
    delete node.beside;
    if (beside) node.sidecars = beside;
  });
  eachRow(database, `owner LIKE 'runtime/%' AND value LIKE '%"beside":true%'`, ({ beside, ...task }: { beside?: true }) =>
    beside ? { ...task, sidecar: true } : undefined,
  );
}

function renameSidecarsBack(database: DatabaseSync): void {
  eachRow(database, `owner LIKE 'runtime/%' AND value LIKE '%"sidecar":true%'`, ({ sidecar, ...task }: { sidecar?: true }) =>
    sidecar ? { ...task, beside: true } : undefined,
  );
}

function eachNode(database: DatabaseSync, change: (node: NodeRecord) => void): void {
  eachRow(database, "owner LIKE 'instance/%' AND key LIKE 'node/%'", (node: NodeRecord) => {
    change(node);
    return node;
  });
}

/** Changes the rows that a condition selects. A row for which `change` returns undefined stays as it is. */
function eachRow<Value>(database: DatabaseSync, condition: string, change: (value: Value) => object | undefined): void {
  const put = database.prepare("UPDATE entry SET value = ? WHERE owner = ? AND key = ?");
  for (const { owner, key, value } of database.prepare(`SELECT owner, key, value FROM entry WHERE ${condition}`).all()) {
    const changed = change(JSON.parse(String(value)));
    if (changed) put.run(JSON.stringify(changed), String(owner), String(key));
  }
}
