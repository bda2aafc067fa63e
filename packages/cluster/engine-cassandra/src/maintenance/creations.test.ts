import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { statementsIn } from "./cql-statements.ts";
import { creationsIn } from "./creations.ts";

const SCHEMA = `CREATE KEYSPACE kept WITH replication = {'class': 'NetworkTopologyStrategy', 'dc': '3'};

CREATE TYPE kept.address (street text, "Zip; Code" text);

CREATE TABLE kept.rows (
    id int PRIMARY KEY,
    note text, -- a comment; with a semicolon
    gone text
) WITH ID = 5a1c395e-b41f-11e5-9f22-ba0be0483c18
    AND comment = 'it''s; "quoted" -- text'
    AND compaction = {'class': 'org.apache.cassandra.db.compaction.SizeTieredCompactionStrategy'}
    AND bloom_filter_fp_chance = 0.01;
ALTER TABLE kept.rows DROP gone USING TIMESTAMP 1700000000000000;
ALTER TABLE kept.rows ADD "Gone; too" int;

/* CREATE TABLE kept.other; */
CREATE TABLE IF NOT EXISTS "kept"."Rows" (id int PRIMARY KEY);

CREATE INDEX rows_note ON kept.rows (note);
CREATE CUSTOM INDEX ON kept.rows (note) USING 'StorageAttachedIndex' WITH OPTIONS = {'similarity_function': 'cosine'};
CREATE MATERIALIZED VIEW kept.by_note AS SELECT * FROM kept.rows WHERE note IS NOT NULL PRIMARY KEY (note, id)`;

const rules = { keySpaces: ["kept"], tables: new Set(["kept/rows", "kept/Rows", "kept/by_note"]), withCode: false };
const make = (schema: string, more: Partial<typeof rules> = {}) => creationsIn(schema, { ...rules, ...more });

test("a schema as the database describes it is read statement by statement", () => {
  const statements = make(SCHEMA);
  expect(statements.map((text) => text.split(/[({\n]/)[0]?.trim())).toEqual([
    "CREATE KEYSPACE kept WITH replication =",
    "CREATE TYPE kept.address",
    "CREATE TABLE kept.rows",
    "ALTER TABLE kept.rows DROP gone USING TIMESTAMP 1700000000000000",
    'ALTER TABLE kept.rows ADD "Gone; too" int',
    'CREATE TABLE IF NOT EXISTS "kept"."Rows"',
    "CREATE INDEX rows_note ON kept.rows",
    "CREATE CUSTOM INDEX ON kept.rows",
    "CREATE MATERIALIZED VIEW kept.by_note AS SELECT * FROM kept.rows WHERE note IS NOT NULL PRIMARY KEY",
  ]);
  expect(statements.join(";\n")).toContain(`'it''s; "quoted" -- text'`);
});

describe("a schema is refused", () => {
  test.each([
    ["DROP KEYSPACE other", "creates nothing: DROP KEYSPACE other"],
    ["drop table kept.rows", "creates nothing"],
    ["TRUNCATE kept.rows", "creates nothing"],
    ["ALTER KEYSPACE kept WITH durable_writes = false", "creates nothing"],
    ["ALTER TABLE kept.by_note DROP note", "creates nothing"],
    ["ALTER TABLE kept.rows WITH gc_grace_seconds = 0", "creates nothing"],
    ["ALTER TABLE kept.rows DROP note USING TIMESTAMP 1", "not just created"],
    ["ALTER TABLE other.rows ADD note text", "not in the backup, other"],
    ["CREATE ROLE admin WITH SUPERUSER = true", "creates nothing"],
    ["CREATE USER admin WITH PASSWORD 'x' SUPERUSER", "creates nothing"],
    ["GRANT ALL ON ALL KEYSPACES TO guest", "creates nothing"],
    ["INSERT INTO system_auth.roles (role) VALUES ('x')", "creates nothing"],
    ["BEGIN BATCH DELETE FROM kept.rows WHERE id = 1 APPLY BATCH", "creates nothing"],
    ["CREATE KEYSPACE other WITH durable_writes = true", "not in the backup, other"],
    ["CREATE TABLE other.rows (id int PRIMARY KEY)", "not in the backup, other"],
    ["CREATE TABLE rows (id int PRIMARY KEY)", "creates nothing"],
    ["CREATE TABLE system_auth.x (id int PRIMARY KEY)", "not in the backup, system_auth"],
    ['CREATE TABLE "../kept".x (id int PRIMARY KEY)', "creates nothing"],
    ["CREATE INDEX ON other.rows (note)", "not in the backup, other"],
    ["CREATE INDEX ON rows (note)", "creates nothing"],
    ["CREATE OR REPLACE FUNCTION kept.f () RETURNS int LANGUAGE java AS 'return 1;'", "creates nothing"],
    ["CREATE FUNCTION kept.f () RETURNS int LANGUAGE java AS $$ return 1; $$", "contains code"],
    ["CREATE AGGREGATE kept.sum (int) SFUNC f STYPE int", "contains code"],
    ["CREATE TRIGGER t ON kept.rows USING 'com.example.Trigger'", "contains code"],
    ["CREATE CUSTOM INDEX ON kept.rows (note) USING 'com.example.Index'", "contains code"],
    ["CREATE TABLE kept.x (id int PRIMARY KEY) WITH comment = 'open", "cannot be read from character"],
    ["CREATE TABLE kept.x (id int PRIMARY KEY) /* open", "cannot be read from character"],
    ["CREATE TABLE kept.ü (id int PRIMARY KEY)", "cannot be read from character"],
    ["CREATE TABLE kept.x\u0000 (id int PRIMARY KEY)", "cannot be read from character"],
  ])("because of %s", (statement, reason) => {
    expect(() => make(`${SCHEMA};\n${statement};`)).toThrow(reason);
  });

  test("if it does not create a table that has files", () => {
    const tables = new Set(["kept/rows", "system_auth/roles"]);
    expect(() => make(SCHEMA, { tables })).toThrow("does not create the table system_auth/roles");
  });
});

test("code is restored only if it is allowed, and then only in a keyspace of the backup", () => {
  const create = "CREATE FUNCTION kept.f () RETURNS int LANGUAGE java AS $$ return ';'.length(); $$";
  expect(make(`${SCHEMA};${create}`, { withCode: true }).at(-1)).toBe(create);
  expect(() => make(`${SCHEMA};${create.replace("kept.", "other.")}`, { withCode: true })).toThrow("not in the backup");
});

test("older manifests list no keyspaces: then any but the database's own may be created", () => {
  const of = (keySpace: string) => make(`CREATE KEYSPACE ${keySpace};`, { keySpaces: undefined as never, tables: new Set() });
  expect(of("other")).toHaveLength(1);
  expect(() => of("system_traces")).toThrow("not in the backup");
});

test("statements end only at semicolons outside strings, names and comments", () => {
  const piece = fc.oneof(
    fc.constantFrom("word", "a.b", "{ } ( ) [ ] = + * / % ? ! < > , :", "1e-5", "5a1c395e-b41f-11e5"),
    fc.constantFrom("'a;b'", "'it''s;'", '"n;a"', '"n"";a"', "$$ ;'\" $$", "-- c;\n", "// c;'\n", "/* ;\n'\" */"),
  );
  fc.assert(
    fc.property(fc.array(fc.array(piece, { minLength: 1, maxLength: 8 }), { maxLength: 6 }), (statements) => {
      const text = statements.map((pieces) => `first ${pieces.join(" ")} last`).join(";\n");
      const found = statementsIn(text);
      expect(found).toMatchObject(statements.map((pieces) => ({ text: `first ${pieces.join(" ")} last` })));
    }),
  );
});
