import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { classArchive } from "../src/class-archive.ts";
import { findJava } from "../src/index.ts";
import { sampleSoftware } from "./sample-software.ts";

/** Each program in these tests writes its environment to a file. The shell that runs it adds some variables of its own. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reeve inherited "));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\nexport -p >> "${folder}/given"\necho 'openjdk version "17.0.15"' >&2\n[ ${name} = java ]\n`);
  chmodSync(path, 0o755);
  return path;
}

const given = () => {
  const names = [...readFileSync(join(folder, "given"), "utf8").matchAll(/^export (\w+)/gm)].map(([, name]) => name);
  return [...new Set(names)].filter((name) => !["PWD", "OLDPWD", "_"].includes(String(name))).sort();
};

const environment = () => ({
  PATH: folder,
  HOME: folder,
  LANG: "C",
  AWS_SECRET_ACCESS_KEY: "secret",
  REEVE_TOKEN: "secret",
  JAVA_TOOL_OPTIONS: "-Dhttps.proxyHost=proxy",
  https_proxy: "http://proxy",
});

test("Java programs inherit only the variables with which programs are found", async () => {
  const java = program("java");
  await findJava(sampleSoftware.java, environment());
  await classArchive({
    software: sampleSoftware,
    folder,
    java,
    version: "17",
    classPath: "a.jar",
    environment: environment(),
  });
  expect(given()).toEqual(["CLASSPATH", "HOME", "LANG", "PATH"]);
});
