import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { hasPseudoTerminal } from "@reeve/testing/pseudo-terminal";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { type Home, makeHome, reeveProcess, typed } from "./command-line.ts";

// Nothing is downloaded here, because the package that downloads engines tests this.

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

/** A home whose engines come from this repository. */
function homeWith(repository: string): Home {
  const other = makeHome();
  return { ...other, env: { ...other.env, HOME: other.folder, REEVE_MAVEN_REPOSITORY: repository } };
}

test("advice about clusters is not printed if a repository cannot be reached", async () => {
  using other = homeWith("http://127.0.0.1:1/maven2");
  const { code, err } = await reeveProcess(other, "engines fetch kafka");
  expect(code).toBe(6);
  expect(err).toMatch(/^error: Kafka \S+ could not be fetched from http:\/\/127.0.0.1:1\/maven2: .*ECONNREFUSED/);
  expect(err).not.toMatch(/doctor|-v shows/);
  expect((await reeveProcess(other, "engines list --query [1].state")).out).toBe('"absent"\n');
});

test.skipIf(!hasPseudoTerminal)("Ctrl-C cancels a download", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void silent.close());
  await once(silent, "listening");
  using other = homeWith(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
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
  expect((await reeveProcess(home, "engines remove kafka")).out).toBe(`kafka ${kafka.version} is not on this machine.\n`);
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
