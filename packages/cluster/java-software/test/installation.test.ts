import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type FetchProgress, openInstallation, pinnedJars, prepareTools } from "../src/index.ts";
import { good, type SampleRepository, sampleRepository, status } from "./sample-repository.ts";
import { distributionOfVersion, sampleSoftware } from "./sample-software.ts";

/** In these tests, a script replaces Java, so that every failure can be tested. The tests of real brokers use the real program. */

let folder: string;
let programs: string;
let repository: SampleRepository;
beforeEach(async () => {
  repository = await sampleRepository(status(404));
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

const answer = (listener: RequestListener) => {
  repository.answer = listener;
};
const engines = () => join(folder, "engines");
const environment = (more: object = {}) => ({
  PATH: programs,
  HOME: folder,
  REEVE_MAVEN_REPOSITORY: repository.url,
  ...more,
});
const open = (more: object = {}) => openInstallation({ software: sampleSoftware, folder: engines(), environment: environment(more) });
const prepare = (more: object = {}) => prepareTools(open(more), environment(more));

describe("what is missing is named in one sentence, and no incomplete installation remains", () => {
  test.each<[string, () => unknown, string, object?]>([
    ["no Java", () => undefined, "Java was not found; install Java 17 or newer", { PATH: "/nowhere" }],
    ["JAVA_HOME without it", () => undefined, "JAVA_HOME is /nowhere, but that folder has no bin/java", { JAVA_HOME: "/nowhere" }],
    ["an old Java", () => script("java", `echo 'java version "1.8.0_292"' >&2`), "is Java 8, which is too old"],
    ["no such jar", () => answer(status(404)), "Sample 4.3.1 could not be fetched from http"],
    [
      "a jar that is not the expected one",
      () => answer((_, response) => response.end("evil")),
      "differ from the pinned Sample 4.3.1, so nothing was installed",
    ],
    ["a folder that cannot be made", () => writeFileSync(engines(), ""), "cannot be written to"],
  ])("%s", async (_, arrange, sentence, more) => {
    arrange();
    const error = await prepare(more).catch((caught: Error) => caught);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toContain(sentence);
    expect((error as Error).message).not.toContain("\n");
    expect(entries(engines()).filter((name) => !name.startsWith("."))).toEqual([]);
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
  ["an old one", distributionOfVersion("3.9.0"), "is Sample 3.9.0, which is too old; set SAMPLE_HOME to Sample 4.2 or newer"],
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
  await expect(waiting).rejects.toThrow("could not be fetched");
  await expect(prepare()).rejects.toThrow("could not be fetched");
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

/** Answers nothing until the returned function is called, and then with this listener. */
function hold(listener: RequestListener = good): () => void {
  const held: (() => void)[] = [];
  answer((request, response) => void held.push(() => listener(request, response)));
  return () => {
    answer(listener);
    for (const go of held) go();
  };
}

const isAsked = () => vi.waitFor(() => expect(repository.requests.length).toBeGreaterThan(0), 120_000);

test("callers at the same time share the work: each gets its progress, and it ends when the last has left", async () => {
  answer((request, response) => {
    if (request.url?.includes("a.jar")) response.end("good");
  });
  const installation = open();
  const callers = [new AbortController(), new AbortController()];
  const heard = [0, 0];
  const fetching = callers.map(({ signal }, index) => {
    const onProgress = ({ done }: FetchProgress) => {
      heard[index] = done;
    };
    return installation.fetch({ signal, onProgress });
  });
  await vi.waitFor(() => expect(heard).toEqual([1, 1]), 120_000);
  callers[0]?.abort();
  await expect(fetching[0]).rejects.toMatchObject({ code: "cancelled" });
  expect(await installation.state()).toBe("absent");
  callers[1]?.abort();
  await expect(fetching[1]).rejects.toMatchObject({ code: "cancelled" });
  answer(good);
  await installation.fetch();
  expect(repository.requests.filter(({ path }) => path.includes("a.jar"))).toHaveLength(1);
});

test("a fetch continues for the remaining callers", async () => {
  const go = hold();
  const installation = open();
  const leaver = new AbortController();
  const left = installation.fetch({ signal: leaver.signal });
  const stayed = installation.fetch();
  await isAsked();
  leaver.abort();
  await expect(left).rejects.toMatchObject({ code: "cancelled" });
  go();
  await stayed;
  expect(await installation.state()).toBe("installed");
});

test("a removal waits for a fetch, and does not disturb it", async () => {
  const go = hold((_, response) => response.end("evil"));
  const fetching = open()
    .fetch()
    .catch((error: Error) => error.message);
  await isAsked();
  let isOver = false;
  const removing = open()
    .remove()
    .finally(() => {
      isOver = true;
    });
  // biome-ignore lint/plugin: the removal must wait, which shows only after some time
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(isOver).toBe(false);
  go();
  expect(await fetching).toContain("differ from the pinned Sample");
  expect(await removing).toBe(false);
  expect(readdirSync(engines())).toEqual([".sample-4.3.1.lock"]);
});

test("a folder that is deleted under a download is a failure like any other", async () => {
  const go = hold();
  const fetching = open()
    .fetch()
    .catch((error: Error) => error.message);
  await isAsked();
  for (const name of entries(engines())) rmSync(join(engines(), name), { recursive: true });
  go();
  expect(await fetching).toContain("cannot be written to");
});

test("what a killed process has left is deleted by the next fetch", async () => {
  mkdirSync(join(engines(), ".sample-4.3.1-abc"), { recursive: true });
  await expect(prepare()).rejects.toThrow("could not be fetched");
  expect(entries(engines())).toEqual([".sample-4.3.1-parts"]);
});

test("the list of a release is parsed", () => {
  expect(pinnedJars("org/a/1/a.jar 4 ab\norg/b/1/b.jar 5 cd")).toEqual([
    { path: "org/a/1/a.jar", name: "a.jar", size: 4, sha256: "ab" },
    { path: "org/b/1/b.jar", name: "b.jar", size: 5, sha256: "cd" },
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

/** Returns the files of the folder, except the lock file. */
function entries(path: string): readonly string[] {
  try {
    return readdirSync(path).filter((name) => !name.endsWith(".lock"));
  } catch {
    return [];
  }
}
