import type { FileManifest } from "@reeve/backups";
import { ReeveError } from "@reeve/contract";
import { isSystem } from "../cluster/view.ts";
import { type CqlToken, type Statement, statementsIn } from "./cql-statements.ts";

/** The creation of a keyspace, or of something in a keyspace. */
interface Creation {
  readonly what: "keyspace" | "type" | "table" | "view" | "index" | "code" | "column";
  readonly keySpace: string;
  /** The name of the table or view; undefined for everything else. */
  readonly table?: string;
}

/** What a backup's schema may contain. */
export interface SchemaRules {
  /** The keyspaces of the backup; undefined if its manifest does not list them, as in backups from before the signatures. */
  readonly keySpaces: readonly string[] | undefined;
  /** The tables that have files in the backup, such as `demo/users`. */
  readonly tables: ReadonlySet<string>;
  /** Whether functions and other code may be created. */
  readonly withCode: boolean;
}

/**
 * Returns the statements of a backup's schema. Refuses the schema unless every statement creates something in a keyspace of the backup, and
 * all tables with files are created. The only other statements are those by which the database itself describes columns that were dropped
 * from a table. Functions, aggregates, triggers and foreign index classes are code, so they must be allowed.
 */
export function creationsIn(schema: string, { keySpaces, tables, withCode }: SchemaRules): readonly string[] {
  const statements = statementsIn(schema);
  if ("unreadableAt" in statements) throw refused(`it cannot be read from character ${statements.unreadableAt} on`);
  const created = new Set<string>();
  let last: Creation | undefined;
  for (const statement of statements) {
    const creation = creationIn(statement);
    const words = shortened(statement.text);
    if (!creation) throw refused(`it contains a statement that creates nothing: ${words}`);
    const { what, keySpace, table } = creation;
    if (isSystem(keySpace) || keySpaces?.includes(keySpace) === false) {
      throw refused(`it contains a statement for a keyspace that is not in the backup, ${keySpace}: ${words}`);
    }
    if (what === "code" && !withCode) {
      throw refused(`it contains code, which the database would run: ${words}; if you trust this code, allow it (--allow-functions)`);
    }
    const name = `${keySpace}/${table}`;
    if (what === "column" && (last?.keySpace !== keySpace || last.table !== table)) {
      throw refused(`it contains a change of a table that it has not just created: ${words}`);
    }
    if (what === "table" || what === "view") created.add(name);
    last = creation;
  }
  const lost = [...tables].find((table) => !created.has(table));
  if (lost !== undefined) throw refused(`it does not create the table ${lost}, which has files in the backup`);
  return statements.map(({ text }) => text);
}

/** Returns the keyspaces and tables that the schema of a backup must create. */
export function rulesOf({ key_spaces, nodes }: FileManifest): Pick<SchemaRules, "keySpaces" | "tables"> {
  return { keySpaces: key_spaces, tables: new Set(nodes.flatMap(({ files }) => files.map(({ table }) => table))) };
}

function creationIn({ tokens }: Statement): Creation | undefined {
  const read = reader(tokens);
  if (read.words("alter", "table")) return columnIn(read);
  if (!read.words("create")) return undefined;
  if (read.words("keyspace")) {
    read.words("if", "not", "exists");
    const keySpace = read.name();
    return keySpace === undefined ? undefined : { what: "keyspace", keySpace };
  }
  if (read.words("custom", "index") || read.words("index")) return indexIn(read, tokens);
  for (const [what, ...words] of KINDS) {
    if (!read.words(...words)) continue;
    read.words("if", "not", "exists");
    // Only a trigger names its table after its own name.
    if (words.includes("trigger") && (read.name() === undefined || !read.words("on"))) return undefined;
    const named = read.qualified();
    return named && { what, keySpace: named.keySpace, ...((what === "table" || what === "view") && named) };
  }
  return undefined;
}

const KINDS: readonly (readonly ["table" | "type" | "view" | "code", ...string[]])[] = [
  ["table", "table"],
  ["table", "columnfamily"],
  ["type", "type"],
  ["view", "materialized", "view"],
  ["code", "function"],
  ["code", "aggregate"],
  ["code", "trigger"],
];

/** Reads `ks.table DROP column USING TIMESTAMP 1` and `ks.table ADD column type`: how the database describes dropped columns. */
function columnIn(read: Reader): Creation | undefined {
  const named = read.qualified();
  const isDrop = read.words("drop");
  if (!named || (!isDrop && !read.words("add")) || !read.column()) return undefined;
  if (isDrop && !read.words("using", "timestamp")) return undefined;
  return { what: "column", ...named };
}

/** The classes of indexes that are part of the database. */
const INDEX_CLASSES: ReadonlySet<string> = new Set([
  "sai",
  "storageattachedindex",
  "org.apache.cassandra.index.sai.storageattachedindex",
  "org.apache.cassandra.index.sasi.sasiindex",
  "legacy_local_table",
]);

function indexIn(read: Reader, tokens: readonly CqlToken[]): Creation | undefined {
  read.words("if", "not", "exists");
  if (!read.words("on") && (read.name() === undefined || !read.words("on"))) return undefined;
  const named = read.qualified();
  const using = tokens.findIndex(({ type, value }) => type === "word" && value === "using");
  const isKnown = using === -1 || INDEX_CLASSES.has(tokens[using + 1]?.value.toLowerCase() ?? "");
  return named && { what: isKnown ? "index" : "code", keySpace: named.keySpace };
}

type Reader = ReturnType<typeof reader>;

/** Reads the tokens of a statement from the first on. */
function reader(tokens: readonly CqlToken[]) {
  let at = 0;
  const isWord = (token: CqlToken | undefined, word: string) => token?.type === "word" && token.value === word;
  const name = () => {
    const token = tokens[at];
    // A name consists of the letters, digits and underscores that the database allows, even if it is quoted.
    if ((token?.type !== "word" && token?.type !== "name") || !/^\w{1,222}$/.test(token.value)) return undefined;
    at++;
    return token.value;
  };
  return {
    /** Reads these keywords, or nothing if others follow. */
    words(...words: readonly string[]): boolean {
      const follow = words.every((word, index) => isWord(tokens[at + index], word));
      if (follow) at += words.length;
      return follow;
    },
    name,
    /** Reads the name of a column, which may contain any characters if it is quoted. */
    column(): boolean {
      const type = tokens[at]?.type;
      at++;
      return type === "word" || type === "name";
    },
    /** Reads a name with its keyspace, such as `demo.users`. */
    qualified(): { readonly keySpace: string; readonly table: string } | undefined {
      const keySpace = name();
      if (keySpace === undefined || tokens[at]?.value !== "." || tokens[at]?.type !== "sign") return undefined;
      at++;
      const table = name();
      return table === undefined ? undefined : { keySpace, table };
    },
  };
}

const MAX_SHOWN = 80;

function shortened(statement: string): string {
  const words = statement.replace(/\s+/g, " ");
  return words.length > MAX_SHOWN ? `${words.slice(0, MAX_SHOWN)}…` : words;
}

const refused = (why: string) => new ReeveError("conflict", `the schema of the backup is refused: ${why}`);
