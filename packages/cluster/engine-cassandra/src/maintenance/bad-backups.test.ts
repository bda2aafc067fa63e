import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BackupKeys, backupKeys, contentKey, describeFile, type FileManifest, objectStores, writeManifest } from "@reeve/backups";
import { isReeveError } from "@reeve/contract";
import { memoryStore } from "@reeve/laws";
import type { NodeView } from "@reeve/orchestrator/engine";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openFiles } from "../../test/open-files.ts";
import { workContext as context } from "../../test/work-context.ts";
import type { Agent } from "../agent/agent.ts";
import type { Member } from "../cluster/members.ts";
import type { Maintained } from "./maintained.ts";
import { download, schemaToRestore } from "./restore.ts";

/** How many backups are changed; the trial changes more. */
const RUNS = Number(process.env.REEVE_BAD_BACKUPS ?? 30);
const seed = process.env.REEVE_SEED === undefined ? {} : { seed: Number(process.env.REEVE_SEED) };

const folder = mkdtempSync(join(tmpdir(), "bad-backups-"));
afterAll(() => rmSync(folder, { recursive: true }));
const [original, bucket, data] = [join(folder, "original"), join(folder, "objects/backups"), join(folder, "node/data")];
const keys = backupKeys();
const attacker = backupKeys();

/** What a restore would do: the statements that it runs, and the files that it imports. */
interface Effect {
  readonly statements: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

const schemaOf = (table: string) =>
  `CREATE KEYSPACE kept WITH durable_writes = true;\n\nCREATE TABLE kept.${table} (id int PRIMARY KEY, note text);\nCREATE TABLE kept.more (id int PRIMARY KEY);`;

function manifestOf(name: string, table: string, contents: readonly string[]): FileManifest {
  return {
    ...{ format: 2, snapshot: `of-${name}`, backup: name, service: "shop", software: "cassandra 5.0.9" },
    ...{ created: "2026-03-01T00:00:00.000Z", schema: describeFile("schema.cql", Buffer.from(schemaOf(table))) },
    key_spaces: ["kept"],
    nodes: [0, 1].map((index) => ({
      ...{ node: `node-${index}`, host_id: `host-${index}`, tokens: [String(index)] },
      files: contents.map((content, at) => {
        const { bytes, sha256 } = describeFile("", Buffer.from(content));
        return { table: at === 0 ? `kept/${table}` : "kept/more", name: `nb-${at}-big-Data.db`, bytes, sha256 };
      }),
    })),
  };
}

async function write(by: BackupKeys | undefined, manifest: FileManifest, schema: string, contents: readonly string[]) {
  const place = await objectStores({ folder: join(folder, "objects") })("s3://backups", {
    accessKey: "",
    secretKey: "",
  });
  for (const content of contents) {
    const bytes = Buffer.from(content);
    await place.put(contentKey(describeFile("", bytes)), bytes, context.signal);
  }
  await place.put(`${manifest.backup}/schema.cql`, Buffer.from(schema), context.signal);
  if (by) await writeManifest(place, manifest, by, context.signal);
  else await place.put(`${manifest.backup}/manifest.json`, Buffer.from(JSON.stringify(manifest)), context.signal);
}

const CONTENTS = ["the rows of one", "the rows of two"];
const manifest = manifestOf("nightly", "rows", CONTENTS);
await write(keys, manifest, schemaOf("rows"), CONTENTS);
await write(keys, manifestOf("older", "rows", ["older rows"]), schemaOf("rows"), ["older rows"]);
cpSync(join(folder, "objects"), original, { recursive: true });

/** Does what a restore does for one node, except for calls to the database. */
async function effectOf(accept?: "unsigned"): Promise<Effect> {
  rmSync(join(folder, "node"), { recursive: true, force: true });
  const node = { id: "node-0" } as NodeView;
  const agent = {
    read: async () => ({ OperationMode: "NORMAL", LocalHostId: "host-0", Tokens: ["0"], AllDataFileLocations: [data] }),
  } as unknown as Agent;
  const store = memoryStore();
  store.write([["restoring", manifest.snapshot]]);
  const names = ["node-0", "node-1"];
  const maintained = {
    ...{ store, keys, names: () => names, node: () => node, clock: { now: () => 0 }, openFiles: openFiles.here },
    openObjectStore: objectStores({ folder: join(folder, "objects") }),
    members: { of: () => ({ node, agent }) as unknown as Member, alive: () => [] },
    records: { all: () => new Map(names.map((name, index) => [name, { tokens: [String(index)] }])) },
  } as unknown as Maintained;
  const place = { backup_name: "nightly", external_location: "s3://backups" };
  const parameters = { ...place, id: "restore", ...(accept && { accept }) };
  const { statements } = await schemaToRestore({ name: "restore-schema", parameters }, context, maintained);
  await download({ name: "download", node: "node-0", parameters }, context, maintained);
  const files = filesIn(join(folder, "node")).map((path) => [path, readFileSync(join(folder, "node", path), "utf8")]);
  return { statements, files: Object.fromEntries(files) };
}

const filesIn = (path: string) =>
  existsSync(path)
    ? readdirSync(path, { recursive: true, encoding: "utf8" })
        .filter((name) => statSync(join(path, name)).isFile())
        .sort()
    : [];

/** A change that someone who can write to the bucket could make. */
type Change = () => unknown;

const path = (name: string) => join(bucket, name);
const MANIFEST = "nightly/manifest.json";
const read = (): FileManifest & { signature?: unknown } => JSON.parse(readFileSync(path(MANIFEST), "utf8"));
const putManifest = (changed: unknown) => writeFileSync(path(MANIFEST), JSON.stringify(changed));
const { signature: _, ...bare } = read();

/** Changes a field somewhere in a value. */
function mutated(value: unknown, at: number, by: unknown): unknown {
  if (typeof value !== "object" || value === null) return by;
  const fields = Object.keys(value);
  const field = fields[at % Math.max(1, fields.length)];
  if (field === undefined) return by;
  const rest = Math.floor(at / fields.length);
  const inner = (value as Record<string, unknown>)[field];
  if (by === undefined && (typeof inner !== "object" || rest % 3 === 0)) {
    const { [field]: _removed, ...others } = value as Record<string, unknown>;
    return Array.isArray(value) ? Object.values(others) : others;
  }
  const changed = { ...(value as object), [field]: mutated(inner, rest, by) };
  return Array.isArray(value) ? Object.values(changed) : changed;
}

function damage(name: string, at: number, bytes: Uint8Array, isInserted: boolean): void {
  const content = readFileSync(path(name));
  const start = at % (content.length + 1);
  const rest = content.subarray(isInserted ? start : start + bytes.length);
  writeFileSync(path(name), Buffer.concat([content.subarray(0, start), bytes, rest]));
}

const OBJECTS = [MANIFEST, "nightly/schema.cql", ...CONTENTS.map((text) => contentKey(describeFile("", Buffer.from(text))))];
const STATEMENTS = ["DROP KEYSPACE other", "CREATE ROLE a WITH SUPERUSER = true", "CREATE TABLE kept.x (id int PRIMARY KEY)"];
const object = fc.constantFrom(...OBJECTS);
const value = fc.oneof(fc.constantFrom(undefined, null, "", "../../x", "system_auth/roles", 0, [], {}), fc.string(), fc.nat());

const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(object, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 4 }), fc.boolean()).map(
    ([name, at, bytes, isInserted]) =>
      () =>
        damage(name, at, bytes, isInserted),
  ),
  object.map((name) => () => rmSync(path(name))),
  fc.tuple(object, object).map(
    ([from, to]) =>
      () =>
        cpSync(path(from), path(to)),
  ),
  // The manifest stays JSON, and its signature stays as it was, or goes, or becomes that of another key.
  fc.tuple(fc.nat(), value).map(
    ([at, by]) =>
      () =>
        putManifest(mutated(read(), at, by)),
  ),
  fc.tuple(fc.nat(), value).map(
    ([at, by]) =>
      () =>
        putManifest(mutated(bare, at, by)),
  ),
  fc.tuple(fc.nat(), value).map(([at, by]) => () => {
    const changed = mutated(bare, at, by);
    putManifest({ ...(changed as object), signature: attacker.sign(JSON.stringify(changed)) });
  }),
  // The schema is changed, and everything that a checksum covers is computed again.
  fc.tuple(fc.constantFrom(...STATEMENTS), fc.constantFrom(keys, attacker, undefined)).map(([statement, by]) => async () => {
    const schema = `${schemaOf("rows")}\n${statement};`;
    const changed = { ...manifest, schema: describeFile("schema.cql", Buffer.from(schema)) };
    // Only the service has its own key, so this is its signature of the original.
    if (by === keys) return putManifest({ ...read(), schema: changed.schema });
    return write(by, changed, schema, CONTENTS);
  }),
  // Another backup of the same service is put in the place of this one.
  fc.constant(() => cpSync(path("older"), path("nightly"), { recursive: true })),
);

function restored(): void {
  rmSync(join(folder, "objects"), { recursive: true, force: true });
  mkdirSync(join(folder, "objects"), { recursive: true });
  cpSync(original, join(folder, "objects"), { recursive: true });
}

test("no change of a signed backup changes what a restore does", { timeout: 60_000 + RUNS * 1000 }, async () => {
  const expected = await effectOf();
  expect(expected.statements).toHaveLength(3);
  expect(Object.values(expected.files).sort()).toEqual(CONTENTS);
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 3 }), async (all) => {
      restored();
      for (const change of all)
        await Promise.resolve()
          .then(change)
          .catch(() => undefined);
      const effect = await effectOf().catch((error: unknown) => error);
      if (isReeveError(effect)) refused++;
      else expect(effect).toEqual(expected);
    }),
    { numRuns: RUNS, ...seed },
  );
  console.log(`${refused} of ${RUNS} changed backups were refused; the others would have been restored as they were`);
});

test("a backup that is accepted without a signature still creates and writes only what belongs to it", {
  timeout: 60_000 + RUNS * 1000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 3 }), async (all) => {
      restored();
      for (const change of all)
        await Promise.resolve()
          .then(change)
          .catch(() => undefined);
      const effect = await effectOf("unsigned").catch((error: unknown) => error);
      if (isReeveError(effect)) return;
      const { statements, files } = effect as Effect;
      for (const statement of statements) expect(statement).toMatch(/^CREATE (?:KEYSPACE|TABLE) kept\b/);
      for (const [name, content] of Object.entries(files)) {
        // With other tokens than those of the backup's nodes, a node gets the files of all of them, each in a folder of its own.
        expect(name).toMatch(/^restore\/[\w-]+\/node-[01]\/kept\/\w+\/[\w.-]+$/);
        expect([...CONTENTS, "older rows"]).toContain(content);
      }
      expect(readdirSync(folder).sort()).toEqual(["node", "objects", "original"]);
    }),
    { numRuns: RUNS, ...seed },
  );
});
