import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type FetchProgress, openInstallation, pinnedJars, prepareTools } from "../src/index.ts";
import { distributionOfVersion, sampleSoftware } from "./sample-software.ts";

/** In these tests, scripts replace Java and Maven, so that every failure can be tested. The tests of real brokers use the real programs. */

let folder: string;
let programs: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reeve engines "));
  programs = join(folder, "bin");
  mkdirSync(programs);
  script("java", `echo 'openjdk version "17.0.15" 2025-04-15' >&2`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function script(name: string, body: string): void {
  writeFileSync(join(programs, name), `#!/bin/sh\n${body}\n`);
  chmodSync(join(programs, name), 0o755);
}

const engines = () => join(folder, "engines");
const environment = (more: object = {}) => ({ PATH: programs, ...more });
const open = (more: object = {}) =>
  openInstallation({ software: sampleSoftware, folder: engines(), environment: environment(more) });
const prepare = (more: object = {}) => prepareTools(open(more), environment(more));

/** A fake Maven that delivers jars with the right names but the wrong content. */
const BRINGS = `for arg; do case $arg in -DoutputDirectory=*) to="\${arg#*=}";; esac; done
for name in ${sampleSoftware.jars.map(({ name }) => name).join(" ")}; do echo wrong > "$to/$name"; done`;

describe("what is missing is named in one sentence, and no incomplete installation remains", () => {
  test.each<[string, () => unknown, string, object?]>([
    ["no Java", () => undefined, "Java was not found; install Java 17 or newer", { PATH: "/nowhere" }],
    [
      "JAVA_HOME without it",
      () => undefined,
      "JAVA_HOME is /nowhere, but that folder has no bin/java",
      { JAVA_HOME: "/nowhere" },
    ],
    ["an old Java", () => script("java", `echo 'java version "1.8.0_292"' >&2`), "is Java 8, which is too old"],
    ["no Maven", () => undefined, "Maven was not found; install it so that mvn is on PATH, or set SAMPLE_HOME"],
    [
      "no network",
      () => script("mvn", "echo '[ERROR] Could not transfer artifact: repo.example: Unknown host'; exit 1"),
      "Maven could not reach its repository to fetch the engine: check the network",
    ],
    ["a full disk", () => script("mvn", "echo '[ERROR] No space left on device'; exit 1"), "the disk is full"],
    [
      "anything else that Maven says",
      () => script("mvn", "printf 'Progress (1): 4 kB\\r\\033[1;31m[ERROR]\\033[m Non-parseable settings\\n'; exit 1"),
      "Maven could not fetch the engine: Non-parseable settings",
    ],
    [
      "a jar that is not the expected one",
      () => script("mvn", BRINGS),
      `the files from Maven differ from the pinned Sample 4.3.1, so nothing was installed`,
    ],
    ["a folder that cannot be made", () => writeFileSync(engines(), ""), "cannot be written to"],
  ])("%s", async (_, arrange, sentence, more) => {
    arrange();
    const error = await prepare(more).catch((caught: Error) => caught);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toContain(sentence);
    expect((error as Error).message).not.toContain("\n");
    expect(entries(engines())).toEqual([]);
  });
});

test("the user's own installation is used as it is", async () => {
  const home = join(folder, "sample");
  mkdirSync(join(home, "libs"), { recursive: true });
  const jars = [...distributionOfVersion("4.2.0"), "other.jar"];
  for (const name of [...jars, "notes.txt"]) writeFileSync(join(home, "libs", name), "");
  const { classPath } = await prepare({ SAMPLE_HOME: home });
  expect(classPath.split(":")).toEqual(jars.sort().map((name) => join(home, "libs", name)));
});

test.each([
  [
    "an old one",
    distributionOfVersion("3.9.0"),
    "is Sample 3.9.0, which is too old; set SAMPLE_HOME to Sample 4.2 or newer",
  ],
  ["one that is a little too old", distributionOfVersion("4.1.1"), "is Sample 4.1.1, which is too old"],
  ["none", ["readme.jar"], "there is no Sample in its folder libs"],
  [
    "not all of it",
    distributionOfVersion("4.10.0").filter((name) => !name.startsWith("sample-tools")),
    "there is no sample-tools in its folder libs",
  ],
])("an installation with %s is refused", async (_, names, sentence) => {
  const home = join(folder, "sample");
  mkdirSync(join(home, "libs"), { recursive: true });
  for (const name of names) writeFileSync(join(home, "libs", name), "");
  await expect(prepare({ SAMPLE_HOME: home })).rejects.toThrow(sentence);
});

test("a changed installation is not used, and can be removed", async () => {
  const installation = open();
  expect(await installation.state()).toBe("absent");
  expect(await installation.remove()).toBe(false);
  mkdirSync(installation.folder, { recursive: true });
  writeFileSync(join(installation.folder, "a.jar"), "changed");
  expect(await installation.state()).toBe("damaged");
  expect(await installation.remove()).toBe(true);
  expect(await installation.state()).toBe("absent");
});

test("only one process fetches at a time, and a killed one blocks no other", async () => {
  script("mvn", "exit 1");
  mkdirSync(engines());
  const lock = join(engines(), ".sample-4.3.1.lock");
  const holder = spawn(process.execPath, [
    "--eval",
    `const file = new (require("node:sqlite").DatabaseSync)(process.argv[1]); file.exec("BEGIN EXCLUSIVE");
    console.log("held"); setInterval(() => file, 1000);`,
    lock,
  ]);
  await once(holder.stdout, "data");
  let isOver = false;
  const waiting = prepare().finally(() => {
    isOver = true;
  });
  // biome-ignore lint/plugin: the caller must wait, which shows only after some time
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(isOver).toBe(false);
  holder.kill("SIGKILL");
  await expect(waiting).rejects.toThrow("Maven could not fetch the engine");
  await expect(prepare()).rejects.toThrow("Maven could not fetch the engine");
});

test("a caller that waits for another process to fetch can cancel", async () => {
  mkdirSync(engines());
  using other = new DatabaseSync(join(engines(), ".sample-4.3.1.lock"));
  other.exec("BEGIN EXCLUSIVE");
  const stop = new AbortController();
  const installation = open();
  const waiting = installation.fetch({ signal: stop.signal });
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ code: "cancelled", message: "the caller cancelled" });
});

test("callers at the same time share the work: each gets its progress, and it ends when the last has left", async () => {
  script("mvn", `${BRINGS}\nuntil [ -e "${folder}/go" ]; do :; done`);
  const installation = open();
  const callers = [new AbortController(), new AbortController()];
  const heard = [0, 0];
  const fetching = callers.map(({ signal }, index) => {
    const onProgress = ({ done }: FetchProgress) => {
      heard[index] = done;
    };
    return installation.fetch({ signal, onProgress });
  });
  await vi.waitFor(() => expect(heard).toEqual([2, 2]), 120_000);
  callers[0]?.abort();
  await expect(fetching[0]).rejects.toMatchObject({ code: "cancelled" });
  expect(draftOf(engines())).toContain("pom.xml");
  callers[1]?.abort();
  await expect(fetching[1]).rejects.toMatchObject({ code: "cancelled" });
  expect(entries(engines())).toEqual([]);
});

test("a fetch continues for the remaining callers", async () => {
  script("mvn", `until [ -e "${folder}/go" ]; do :; done; exit 1`);
  const installation = open();
  const leaver = new AbortController();
  const left = installation.fetch({ signal: leaver.signal });
  const stayed = installation.fetch().catch((error: Error) => error.message);
  await vi.waitFor(() => expect(draftOf(engines())).toContain("pom.xml"), 120_000);
  leaver.abort();
  await expect(left).rejects.toMatchObject({ code: "cancelled" });
  writeFileSync(join(folder, "go"), "");
  expect(await stayed).toContain("Maven could not fetch the engine");
});

test("a removal waits for a fetch, and does not disturb it", async () => {
  script("mvn", `${BRINGS}\nuntil [ -e "${folder}/go" ]; do :; done`);
  const other = open();
  const fetching = other.fetch().catch((error: Error) => error.message);
  await vi.waitFor(() => expect(draftOf(engines())).toContain("a.jar"), 120_000);
  let isOver = false;
  const removing = open()
    .remove()
    .finally(() => {
      isOver = true;
    });
  // biome-ignore lint/plugin: the removal must wait, which shows only after some time
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect([isOver, draftOf(engines())]).toEqual([false, expect.arrayContaining(["a.jar"])]);
  writeFileSync(join(folder, "go"), "");
  expect(await fetching).toContain("the files from Maven differ from the pinned Sample");
  expect(await removing).toBe(false);
  expect(readdirSync(engines())).toEqual([".sample-4.3.1.lock"]);
});

test("a folder that is deleted under Maven is a failure like any other", async () => {
  script("mvn", `until [ -e "${folder}/go" ]; do :; done; exit 1`);
  const installation = open();
  const onProgress = () => undefined;
  const fetching = installation.fetch({ onProgress }).catch((error: Error) => error.message);
  await vi.waitFor(() => expect(draftOf(engines())).toContain("pom.xml"), 120_000);
  for (const name of entries(engines())) rmSync(join(engines(), name), { recursive: true });
  // biome-ignore lint/plugin: a watcher of the folder could fail later
  await new Promise((resolve) => setTimeout(resolve, 500));
  writeFileSync(join(folder, "go"), "");
  expect(await fetching).toContain("Maven could not fetch the engine");
});

test("what a killed process has left is deleted by the next fetch", async () => {
  script("mvn", "exit 1");
  mkdirSync(join(engines(), ".sample-4.3.1-abc"), { recursive: true });
  await expect(prepare()).rejects.toThrow("Maven could not fetch the engine");
  expect(entries(engines())).toEqual([]);
});

test("the list of a release is parsed", () => {
  expect(pinnedJars("a.jar 4 ab\nb.jar 5 cd")).toEqual([
    { name: "a.jar", size: 4, sha256: "ab" },
    { name: "b.jar", size: 5, sha256: "cd" },
  ]);
});

test("a Java that is too new is refused", async () => {
  script("java", `echo 'openjdk version "25.0.1"' >&2`);
  const software = { ...sampleSoftware, java: { oldest: 17, newest: 17 } };
  const installation = openInstallation({ software, folder: engines(), environment: environment() });
  await expect(prepareTools(installation, environment())).rejects.toThrow(
    "is Java 25, which is too new; install Java 17 and set JAVA_HOME or PATH",
  );
});

/** Returns the files that Maven has delivered so far. */
function draftOf(path: string): readonly string[] {
  return entries(path).flatMap((name) => entries(join(path, name)));
}

/** Returns the files of the folder, except the lock file. */
function entries(path: string): readonly string[] {
  try {
    return readdirSync(path).filter((name) => !name.endsWith(".lock"));
  } catch {
    return [];
  }
}
