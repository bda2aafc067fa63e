import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { classArchive } from "../src/class-archive.ts";
import { findJava, openInstallation } from "../src/index.ts";
import { sampleSoftware } from "./sample-software.ts";

/** Each program in these tests writes its environment to a file. The shell that runs it adds some variables of its own. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reeve inherited "));
  mkdirSync(join(folder, ".m2"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    `#!/bin/sh\nexport -p >> "${folder}/given"\necho 'openjdk version "17.0.15"' >&2\n[ ${name} = java ]\n`,
  );
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
  MAVEN_OPTS: "-Xmx1g",
  https_proxy: "http://proxy",
  REGISTRY_LOGIN: "mine",
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

test("Maven also inherits its configuration, and the variables that the user's settings name", async () => {
  program("mvn");
  writeFileSync(join(folder, ".m2", "settings.xml"), `<password>\${env.REGISTRY_LOGIN}</password>`);
  const installation = openInstallation({
    software: sampleSoftware,
    folder: join(folder, "engines"),
    environment: environment(),
  });
  await expect(installation.fetch()).rejects.toThrow("Maven could not fetch the engine");
  expect(given()).toEqual(
    ["HOME", "JAVA_TOOL_OPTIONS", "LANG", "MAVEN_OPTS", "PATH", "REGISTRY_LOGIN", "https_proxy"].sort(),
  );
});
