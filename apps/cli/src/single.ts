/**
 * The main module of the single program, a Node with the installed command line in it. At its first start it unpacks the command line,
 * because Node loads the packages of the service, the shell's parts and the documents from files. Later starts only find the folder.
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { getAsset, getRawAsset } from "node:sea";
import { zstdDecompressSync } from "node:zlib";
import { contextOfThisProcess, fileReason, locate, makeFolder } from "@reeve/profiles";

/** What the archive contains: the path and the size of each file, whose contents follow in this order. */
type Index = readonly (readonly [path: string, bytes: number])[];

try {
  const folder = join(locate(contextOfThisProcess()).cache, "programs", getAsset("id", "utf8"));
  if (!existsSync(folder)) unpack(folder);
  const program = join(folder, "node_modules/@reeve/cli/dist/reeve.cjs");
  createRequire(program)(program);
} catch (error) {
  writeSync(2, `error: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}

/**
 * Unpacks the archive. The folder appears only when it is complete, so that a start which is interrupted, or another start, does not
 * matter.
 */
function unpack(folder: string): void {
  const draft = `${folder}.${process.pid}`;
  makeFolder(dirname(folder));
  try {
    const archive = zstdDecompressSync(new Uint8Array(getRawAsset("archive")));
    let at = 4 + archive.readUInt32LE(0);
    const made = new Set<string>();
    for (const [path, bytes] of JSON.parse(archive.toString("utf8", 4, at)) as Index) {
      const file = join(draft, path);
      if (!made.has(dirname(file))) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      made.add(dirname(file));
      writeFileSync(file, archive.subarray(at, at + bytes));
      at += bytes;
    }
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another start of the same program may have been faster.
    if (existsSync(folder)) return;
    throw new Error(`${folder} cannot be written: ${fileReason(error)}; REEVE_HOME=FOLDER names another place`);
  }
}
