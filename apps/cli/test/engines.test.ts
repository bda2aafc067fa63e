import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasPseudoTerminal } from "@reeve/testing/pseudo-terminal";
import { beforeEach, expect, test } from "vitest";
import { type Home, makeHome, reeveProcess, typed } from "./command-line.ts";

// Nothing is downloaded here, because the engine's own package tests the download with Maven.

let home: Home;
beforeEach(() => {
  home = makeHome();
  return () => home[Symbol.dispose]();
});

/** An environment in which no program is found, because the PATH names no existing folder. */
const bare = () => ({ PATH: join(home.folder, "nowhere"), JAVA_HOME: "" });

test("engines are listed with what they need", async () => {
  const { code, out } = await reeveProcess(home, "engines list --json", { env: bare() });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual([
    expect.objectContaining({ name: "simulated", kinds: ["broker", "wide-column", "file-system"], state: "built in" }),
    expect.objectContaining({
      name: "kafka",
      kinds: ["broker"],
      settings: ["controllers", "engineConfiguration", "ports"],
      state: "absent",
      bytes: 0,
      java: expect.stringContaining("Java was not found; install Java 17 or newer"),
    }),
    expect.objectContaining({
      name: "cassandra",
      kinds: ["wide-column"],
      state: "absent",
      bytes: 0,
      java: expect.stringContaining("Java was not found; install Java 17"),
    }),
    expect.objectContaining({ name: "hdfs", kinds: ["file-system"], state: "absent", bytes: 0 }),
  ]);
});

test("a missing tool for the download is reported in one sentence, and no files remain", async () => {
  const { code, err } = await reeveProcess(home, "engines fetch kafka", { env: bare() });
  expect([code, err]).toEqual([
    6,
    expect.stringMatching(/^error: Maven was not found; install it .*simulated engine\n$/),
  ]);
  expect((await reeveProcess(home, "engines list --query [1].state")).out).toBe('"absent"\n');
});

/** A home in which a script stands in for Maven. */
function homeWithMaven(body: string): Home {
  const other = makeHome();
  writeFileSync(join(other.folder, "mvn"), `#!/bin/sh\n${body}\n`);
  chmodSync(join(other.folder, "mvn"), 0o755);
  return { ...other, env: { ...other.env, PATH: `${other.folder}:${process.env.PATH}` } };
}

test("a missing network is reported without mentioning a cluster", async () => {
  using other = homeWithMaven("echo '[ERROR] Could not transfer artifact: repo.example: Unknown host'; exit 1");
  const { code, err } = await reeveProcess(other, "engines fetch kafka");
  expect(code).toBe(6);
  expect(err).toMatch(/^error: Maven could not reach its repository to fetch the engine: check the network/);
  expect(err).not.toMatch(/doctor|-v shows/);
});

test.skipIf(!hasPseudoTerminal)("Ctrl-C cancels a download", async () => {
  using other = homeWithMaven("sleep 60");
  await using terminal = typed(other, "engines fetch kafka");
  await terminal.until(/fetching kafka .* 0 of/);
  terminal.type("\u0003");
  expect(await terminal.ended()).toBe(130);
  expect(terminal.all()).toContain("error: interrupted");
  expect(terminal.all()).not.toContain("defect");
});

test("an incomplete engine is reported, and removed after confirmation", async () => {
  const [kafka] = JSON.parse((await reeveProcess(home, "engines list --query [1:]")).out);
  mkdirSync(kafka.folder, { recursive: true });
  writeFileSync(join(kafka.folder, "kafka.jar"), "");
  expect((await reeveProcess(home, "engines list --query [1].state")).out).toBe('"damaged"\n');
  expect((await reeveProcess(home, "engines remove kafka")).code).not.toBe(0);
  expect(await reeveProcess(home, "engines remove kafka --yes")).toMatchObject({
    code: 0,
    out: `Removed kafka ${kafka.version}.\n`,
  });
  expect((await reeveProcess(home, "engines remove kafka")).out).toBe(
    `kafka ${kafka.version} is not on this machine.\n`,
  );
});

test("the user's own installation is listed instead, and nothing is fetched", async () => {
  const kafkaHome = join(home.folder, "kafka");
  const env = { ...bare(), KAFKA_HOME: kafkaHome };
  const unusable = await reeveProcess(home, "engines list --query [1]", { env });
  expect(JSON.parse(unusable.out)).toMatchObject({
    version: null,
    state: "unusable",
    folder: kafkaHome,
    reason: expect.stringMatching(/^KAFKA_HOME is .*, but there is no Kafka in its folder libs/),
  });
  expect((await reeveProcess(home, "engines list", { env })).err).toMatch(/KAFKA_HOME is .*there is no Kafka/);
  expect(await reeveProcess(home, "engines fetch kafka", { env })).toMatchObject({
    code: 6,
    err: expect.stringContaining("there is no Kafka"),
  });
  mkdirSync(join(kafkaHome, "libs"), { recursive: true });
  const parts = ["_2.13", "-clients", "-metadata", "-raft", "-server", "-storage", "-tools"];
  for (const part of parts) writeFileSync(join(kafkaHome, "libs", `kafka${part}-4.2.0.jar`), "");
  writeFileSync(join(kafkaHome, "libs", "scala-library-2.13.16.jar"), "");
  const { out } = await reeveProcess(home, "engines list --query [1]", { env });
  expect(JSON.parse(out)).toMatchObject({ version: "4.2.0", state: "KAFKA_HOME", bytes: 0, folder: kafkaHome });
  expect(await reeveProcess(home, "engines fetch kafka", { env })).toMatchObject({
    code: 0,
    out: `KAFKA_HOME points to Kafka 4.2.0 in ${kafkaHome}, so nothing needs to be fetched.\n`,
  });
});

test("unknown names are refused", async () => {
  expect(await reeveProcess(home, "engines fetch simulated")).toMatchObject({
    code: 2,
    err: expect.stringContaining("part of reeve"),
  });
  expect(await reeveProcess(home, "engines fetch postgres")).toMatchObject({
    code: 2,
    err: expect.stringContaining("expected kafka or cassandra"),
  });
});
