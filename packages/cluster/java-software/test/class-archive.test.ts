import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { classArchive } from "../src/class-archive.ts";
import { sampleSoftware } from "./sample-software.ts";

/** In these tests, a script replaces Java. */

let folder: string;
let java: string;
let version: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reeve classes "));
  java = join(folder, "java");
  version = "17.0.15";
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a fake Java that runs this code as the node. The code can use the variables `port` and `archive`. */
function javaThat(node: string, is = "17.0.15"): void {
  version = is;
  writeFileSync(
    java,
    `#!${process.execPath}
const [archive] = process.argv.flatMap((word) => word.split("-XX:ArchiveClassesAtExit=").slice(1));
if (process.argv.includes("Sample")) {
  const port = process.argv.at(-1);
  ${node}
}
`,
  );
  chmodSync(java, 0o755);
}

const make = (more: object = {}) =>
  classArchive({
    software: sampleSoftware,
    folder,
    java,
    version,
    classPath: "a.jar",
    environment: { PATH: process.env.PATH },
    ...more,
  });
/** Returns the files of the folder, except the lock file. */
const entries = () =>
  readdirSync(folder)
    .filter((name) => !name.endsWith(".lock"))
    .sort();

const WRITES = `process.on("SIGTERM", () => { require("fs").writeFileSync(archive, "x".repeat(2e6), { mode: 0o444 }); process.exit(143); });
  require("net").createServer().listen(port);`;

test("is made once for each Java, when the node has ended, and no temporary files remain", async () => {
  javaThat(WRITES);
  let notes = 0;
  const onArchive = () => void notes++;
  const archive = (await make({ onArchive })) ?? "";
  expect(statSync(archive).size).toBe(2_000_000);
  expect(await make({ onArchive })).toBe(archive);
  expect(notes).toBe(1);
  expect(entries()).toEqual([basename(archive), "java"]);
  // Java ignores an archive if its jars were in another folder.
  expect(await make({ classPath: "other/a.jar" })).not.toBe(archive);
  javaThat(WRITES, "21.0.1");
  expect(await make()).not.toBe(archive);
});

test("deletes what a killed process has left of it", async () => {
  javaThat(WRITES);
  const archive = basename((await make()) ?? "");
  rmSync(join(folder, archive));
  mkdirSync(join(folder, `.${archive.slice(0, "classes-".length + 12)}-abc`));
  await make();
  expect(entries()).toEqual([archive, "java"]);
});

test.each([
  ["cut off", (archive: string) => truncateSync(archive, 1_000_000)],
  ["changed", (archive: string) => writeFileSync(archive, "y".repeat(2e6))],
])("is made again where it is %s, and the damaged one is deleted", async (_, damage) => {
  javaThat(WRITES);
  const archive = (await make()) ?? "";
  damage(archive);
  expect(await make()).toBe(archive);
  expect(readFileSync(archive, "utf8")).toBe("x".repeat(2e6));
  expect(entries()).toEqual([basename(archive), "java"]);
});

test("that of another Java stays", async () => {
  javaThat(WRITES);
  const other = (await make()) ?? "";
  javaThat(WRITES, "21.0.1");
  const archive = (await make()) ?? "";
  expect(entries()).toEqual([basename(other), basename(archive), "java"].sort());
});

test("is left out where a damaged one cannot be made again", async () => {
  javaThat(WRITES);
  truncateSync((await make()) ?? "", 5);
  javaThat("");
  expect(await make()).toBeUndefined();
});

test("is made by one of the processes that need it at the same moment", async () => {
  javaThat(WRITES);
  let notes = 0;
  const archives = await Promise.all([1, 2, 3].map(() => make({ onArchive: () => void notes++ })));
  expect(new Set(archives).size).toBe(1);
  expect(existsSync(archives[0] ?? "")).toBe(true);
});

test.each([
  ["that ends at once", ""],
  ["that writes nothing", `require("net").createServer().listen(port); process.on("SIGTERM", () => process.exit(143));`],
  [
    "that writes too little",
    `require("net").createServer().listen(port);
  process.on("SIGTERM", () => { require("fs").writeFileSync(archive, "x"); process.exit(143); });`,
  ],
])("is left out where a node is one %s", async (_, node) => {
  javaThat(node);
  expect(await make()).toBeUndefined();
  expect(entries()).toEqual(["java"]);
});

test("is left out without Java, or where nothing can be written", async () => {
  expect(await make()).toBeUndefined();
  javaThat(WRITES);
  expect(await make({ folder: "/proc/no" })).toBeUndefined();
});

test("is cancelled when its last caller has left", async () => {
  javaThat("setTimeout(() => undefined, 60_000);");
  const controller = new AbortController();
  const making = make({ signal: controller.signal, onArchive: () => setTimeout(() => controller.abort(), 300) });
  await expect(making).rejects.toMatchObject({ code: "cancelled" });
  expect(entries()).toEqual(["java"]);
});
