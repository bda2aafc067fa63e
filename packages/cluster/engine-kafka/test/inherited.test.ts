import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runProducerTest } from "../src/administration/producer-test.ts";

/** Each program in these tests writes its environment to a file. The shell that runs it adds some variables of its own. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reeve inherited "));
  mkdirSync(join(folder, ".m2"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\nexport -p >> "${folder}/given"\necho 'openjdk version "17.0.15"' >&2\n[ ${name} = java ]\n`);
  chmodSync(path, 0o755);
  return path;
}

const items = () => {
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

test("the producer test inherits only the variables with which programs are found", async () => {
  const java = program("java");
  const tools = { java, classPath: "a.jar" };
  const { signal } = new AbortController();
  await runProducerTest("topic", 1, { tools, environment: environment(), bootstrap: [], signal }).catch(() => undefined);
  expect(items()).toEqual(["CLASSPATH", "HOME", "LANG", "PATH"]);
});
