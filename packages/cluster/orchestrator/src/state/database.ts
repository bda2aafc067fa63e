import { chmodSync, closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isRecord, ReeveError } from "@reeve/contract";
import { makePrivateFolder } from "../disk.ts";
import { reasonOf } from "../messages.ts";
import type { Store } from "../platform.ts";
import { migrations } from "./migrations.ts";
import { damagedEntry } from "./records.ts";

/** The stored state: JSON entries, each identified by an owner and a key. Each transaction is flushed to the disk once. */
export interface Database {
  /** Whether the state is in a folder and not only in memory. */
  readonly isOnDisk: boolean;
  entries(owner: string, prefix?: string): readonly (readonly [key: string, value: unknown])[];
  /** Writes changes as one transaction, which is durable when this returns. The value `undefined` deletes an entry. */
  write(changes: Iterable<StoredChange>): void;
  /** Deletes all entries of these owners, and writes other changes in the same transaction. */
  forget(owners: readonly string[], changes: Iterable<StoredChange>): void;
  store(owner: string): Store;
  /** Removes the remains of values that were deleted or replaced from the disk. */
  wipe(): void;
  /** Why the last write failed; undefined if it succeeded. */
  trouble(): string | undefined;
  close(): void;
}

export type StoredChange = readonly [owner: string, key: string, value: unknown];

/** Opens the state in a folder exclusively, and creates the folder if it is missing. If no folder is given, the state is kept in memory. */
export function openDatabase(folder: string | undefined): Database {
  const database = folder === undefined ? new DatabaseSync(":memory:") : openFolder(folder);
  try {
    if (folder !== undefined) takeOver(database, folder);
    // The usual two megabytes are less than the state of some hundred nodes, and pages that do not fit are copied with each transaction.
    database.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    prepareSchema(database, folder ?? "memory");
    return over(database, folder !== undefined);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** How much of the state SQLite keeps in memory at most. */
const CACHE_KIB = 65_536;

const ownerFile = (folder: string) => join(folder, "owner.pid");

function openFolder(folder: string): DatabaseSync {
  const file = join(folder, "reeve.sqlite");
  try {
    makePrivateFolder(folder);
  } catch (error) {
    throw unusable(folder, error);
  }
  refuseMissing(folder, file);
  keepPrivate(file);
  try {
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    throw statSync(file, { throwIfNoEntry: false })?.isDirectory()
      ? damaged(folder, "reeve.sqlite is a folder", error)
      : unusable(folder, error);
  }
}

function takeOver(database: DatabaseSync, folder: string): void {
  const owner = ownerFile(folder);
  try {
    // SQLite takes a lock of the operating system in the first transaction, and the system releases it when the process ends.
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    database.exec("BEGIN IMMEDIATE; COMMIT");
  } catch (error) {
    throw isBusy(error) ? inUse(folder, owner, error) : unreadable(folder, error);
  }
  refuseDamaged(database, folder);
  try {
    keepPrivate(owner);
    writeFileSync(owner, `${process.pid}\n`);
  } catch {
    // This file only tells users which process to stop, so the service starts even if a full disk prevents writing it.
  }
}

/** Refuses a used folder without its database: a new database would not list the tasks that are still running. */
function refuseMissing(folder: string, file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0 || !existsSync(ownerFile(folder))) return;
  throw new ReeveError(
    "conflict",
    `the state in ${folder} has lost its database, ${file}: restore this file from a copy, or choose another folder for a new state`,
  );
}

/** Checks the whole database when it is opened. Otherwise damage would only be noticed when a damaged part is read. */
function refuseDamaged(database: DatabaseSync, folder: string): void {
  let match: string;
  try {
    match = String(database.prepare("PRAGMA quick_check(1)").get()?.quick_check);
  } catch (error) {
    throw damaged(folder, reasonOf(error), error);
  }
  if (match !== "ok") throw damaged(folder, match.split("\n")[0] ?? match);
}

function damaged(folder: string, what: string, cause?: unknown): ReeveError {
  const advice = "restore reeve.sqlite from a copy, or choose another folder for a new state";
  return new ReeveError("server-failure", `the state in ${folder} is damaged: ${what}; ${advice}`, {}, { cause });
}

/** Creates a private file if it is missing. SQLite gives its other files the same permissions. */
function keepPrivate(file: string): void {
  try {
    closeSync(openSync(file, "a", 0o600));
  } catch {
    return; // The next open reports the error in better words.
  }
  chmodSync(file, 0o600);
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return ((errcodeOf(error) ?? 0) & 0xff) === SQLITE_BUSY;
}

function errcodeOf(error: unknown): number | undefined {
  return isRecord(error) && typeof error.errcode === "number" ? error.errcode : undefined;
}

function inUse(folder: string, owner: string, cause: unknown): ReeveError {
  const pid = readPid(owner);
  const who = pid === undefined ? "another process" : `the process ${pid}`;
  const sentence = `the state in ${folder} is in use by ${who}; stop that process, or choose another folder`;
  return new ReeveError("conflict", sentence, {}, { cause });
}

function readPid(owner: string): string | undefined {
  try {
    return readFileSync(owner, "utf8").trim();
  } catch {
    return undefined;
  }
}

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

function unreadable(folder: string, cause: unknown): ReeveError {
  const code = (errcodeOf(cause) ?? 0) & 0xff;
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB ? damaged(folder, reasonOf(cause), cause) : unusable(folder, cause);
}

function unusable(folder: string, cause: unknown): ReeveError {
  return new ReeveError("server-failure", `the state in ${folder} cannot be opened: ${reasonOf(cause)}`, {}, { cause });
}

function prepareSchema(database: DatabaseSync, where: string): void {
  const version = Number(database.prepare("PRAGMA user_version").get()?.user_version);
  if (version > migrations.length) {
    throw new ReeveError(
      "conflict",
      `the state in ${where} has format ${version}, and this version of Reeve reads up to ${migrations.length}; upgrade Reeve, or choose another folder`,
    );
  }
  if (version === migrations.length) return;
  database.exec("BEGIN IMMEDIATE");
  for (const migrate of migrations.slice(version)) migrate(database);
  database.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`);
}

function over(database: DatabaseSync, isOnDisk: boolean): Database {
  const put = database.prepare("INSERT INTO entry (owner, key, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value");
  const take = database.prepare("DELETE FROM entry WHERE owner = ? AND key = ?");
  const takeAll = database.prepare("DELETE FROM entry WHERE owner = ?");
  const one = database.prepare("SELECT value FROM entry WHERE owner = ? AND key = ?");
  const some = database.prepare("SELECT key, value FROM entry WHERE owner = ? AND key >= ? AND key <= ? ORDER BY key");

  let trouble: string | undefined;
  const transaction = (work: () => void) => {
    try {
      database.exec("BEGIN IMMEDIATE");
      work();
      database.exec("COMMIT");
      trouble = undefined;
    } catch (error) {
      // If the disk is full, SQLite has already rolled the transaction back.
      if (database.isTransaction) database.exec("ROLLBACK");
      if (errcodeOf(error) === undefined) throw error;
      trouble = reasonOf(error);
      throw new ReeveError("server-failure", `the state could not be stored: ${trouble}`, {}, { cause: error });
    }
  };
  const entries = (owner: string, prefix = "") =>
    some.all(owner, prefix, prefix + LAST_CHARACTER).map(({ key, value }) => [String(key), parsed(owner, String(key), value)] as const);
  const apply = (changes: Iterable<StoredChange>) => {
    for (const [owner, key, value] of changes) {
      if (value === undefined) take.run(owner, key);
      else put.run(owner, key, JSON.stringify(value));
    }
  };
  const write = (changes: Iterable<StoredChange>) => transaction(() => apply(changes));
  return {
    isOnDisk,
    entries,
    write,
    forget: (owners, changes) =>
      transaction(() => {
        for (const owner of owners) takeAll.run(owner);
        apply(changes);
      }),
    store: (owner) => ({
      get: (key) => {
        const row = one.get(owner, key);
        return row === undefined ? undefined : parsed(owner, key, row.value);
      },
      entries: (prefix) => entries(owner, prefix),
      write: (changes) => write([...changes].map(([key, value]) => [owner, key, value] as const)),
    }),
    wipe: () => database.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)"),
    trouble: () => {
      if (trouble === undefined) return undefined;
      try {
        // Writes a test entry to find out whether writing works again, because there may be no other change to write.
        write([["trouble", "seen", trouble]]);
      } catch {
        // Writing still fails, so it is tried again later.
      }
      return trouble;
    },
    close: () => database.close(),
  };
}

function parsed(owner: string, key: string, value: unknown): unknown {
  try {
    return JSON.parse(String(value));
  } catch (cause) {
    throw damagedEntry(`${owner} ${key}`, cause);
  }
}

/** This character sorts after every character that a key can contain. */
const LAST_CHARACTER = "\u{10FFFF}";
