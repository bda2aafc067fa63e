import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "@reeve/profiles";
import { hasPseudoTerminal } from "@reeve/testing/pseudo-terminal";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { type Home, makeHome, reeveProcess, typed } from "./command-line.ts";

describe("the service on this machine", () => {
  let home: Home;
  beforeEach(() => {
    home = makeHome();
  });
  afterEach(async () => {
    await reeveProcess(home, "down");
    home[Symbol.dispose]();
  });

  const DEFINITION = "services:\n  kafka: { kind: broker, revision: R3, pace: 0 }\n";

  test("in the foreground: prints one line of JSON, creates a profile, and removes it when a signal ends the service", async () => {
    writeFileSync(join(home.folder, "cluster.yaml"), DEFINITION);
    const args = ["up", "--definition", "cluster.yaml", "--port", "0", "--json"];
    const child = spawn(process.execPath, [inject("program"), ...args], { cwd: home.folder, env: { ...home.env } });
    const line = await new Promise<string>((resolve) => child.stdout.setEncoding("utf8").once("data", resolve));
    const printed = JSON.parse(line);
    expect(printed).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      tokenFile: join(home.folder, "reeve/state/token"),
      services: [{ name: "kafka", kind: "broker", revision: "R3" }],
      state: join(home.folder, "reeve/state"),
    });
    const token = readFileSync(printed.tokenFile, "utf8").trim();
    expect(line).not.toContain(token);
    expect((await reeveProcess(home, "token")).out).toBe(`${token}\n`);
    expect(statSync(join(printed.state, "local.json")).mode & 0o777).toBe(0o600);
    expect(await reeveProcess(home, "broker topics list")).toMatchObject({ code: 0 });
    const second = await reeveProcess(home, "up --port 0");
    expect(second).toMatchObject({ code: 7, err: expect.stringContaining("stop it with reeve down") });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect((await reeveProcess(home, "broker topics list")).code).toBe(2);
  });

  test("in the foreground, Ctrl-C is no error, and --timeout limits how long the service runs", async () => {
    writeFileSync(join(home.folder, "cluster.yaml"), DEFINITION);
    const ended = await reeveProcess(home, "up --definition cluster.yaml", { interruptAt: /state/ });
    expect(ended).toMatchObject({
      code: 130,
      err: "the service has ended; reeve up starts it again with the same state\n",
    });
    expect(await reeveProcess(home, "up --definition cluster.yaml --timeout 2s")).toMatchObject({ code: 0, err: "" });
  });

  test("detached: continues to run, keeps its data, and stops with reeve down", async () => {
    writeFileSync(join(home.folder, "cluster.yaml"), DEFINITION);
    expect(await reeveProcess(home, "up --detach --definition cluster.yaml")).toMatchObject({
      code: 0,
      out: expect.stringContaining("kafka (broker, R3)"),
    });
    await reeveProcess(home, "broker plans wait --timeout 60s");
    await reeveProcess(home, "broker topics create kept --partitions 1 --replication 1");
    expect((await reeveProcess(home, "status")).out).toMatch(/^kafka +deploy .* done$/m);
    expect(await reeveProcess(home, "down")).toMatchObject({ code: 0, out: expect.stringContaining("Its data is in") });
    expect(await reeveProcess(home, "down")).toMatchObject({ code: 0, out: "No service runs here.\n" });
    await reeveProcess(home, "up --detach --definition cluster.yaml");
    expect((await reeveProcess(home, "broker topics list")).out).toBe("kept\n");
    expect(await reeveProcess(home, "down --purge")).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
    const { code } = await reeveProcess(home, "down --purge --yes");
    expect({ code, left: existsSync(join(home.folder, "reeve/state")) }).toEqual({ code: 0, left: false });
  });

  test("with kept state, a refused definition leaves the old services running, the first line says so, and --detach exits with 2", async () => {
    const two = `${DEFINITION}  hdfs: { kind: file-system, pace: 0 }\n`;
    writeFileSync(join(home.folder, "two.yaml"), two);
    writeFileSync(join(home.folder, "cluster.yaml"), DEFINITION);
    await reeveProcess(home, "up --detach --definition two.yaml");
    await reeveProcess(home, "down");
    const { code, out } = await reeveProcess(home, "up --detach --definition cluster.yaml");
    expect([code, out]).toEqual([2, expect.stringMatching(/^The definition was refused, .*hdfs.*\n.*--remove/)]);
    expect(out).toContain("hdfs (file-system, V1)");
    expect(await reeveProcess(home, "broker topics list")).toMatchObject({ code: 0 });
    expect((await reeveProcess(home, "deploy cluster.yaml --remove --yes")).code).toBe(0);
    await reeveProcess(home, "down");
    expect(await reeveProcess(home, "up --detach --definition cluster.yaml")).toMatchObject({ code: 0 });
    await reeveProcess(home, "down");
    expect(await reeveProcess(home, "up --detach --engine broker=kafka")).toMatchObject({
      code: 7,
      err: expect.stringContaining("start with another --state, or delete all data with reeve down --purge"),
    });
  });

  test("detached, continues without an output to write to", async () => {
    const file = join(home.folder, "cluster.yaml");
    writeFileSync(file, DEFINITION);
    await reeveProcess(home, "up --detach --definition cluster.yaml");
    const { pid } = JSON.parse(readFileSync(join(home.folder, "reeve/state/up.json"), "utf8"));
    writeFileSync(file, "services: none\n");
    process.kill(pid, "SIGHUP");
    const log = join(home.folder, "reeve/state/service.log");
    await expect.poll(() => readFileSync(log, "utf8"), { timeout: 20_000 }).toMatch(/"level":"(warn|error)"/);
    expect(await reeveProcess(home, "broker topics list")).toMatchObject({ code: 0 });
    expect(isAlive(pid)).toBe(true);
  });

  test("killed, leaves no profile with a wrong address", async () => {
    writeFileSync(join(home.folder, "cluster.yaml"), DEFINITION);
    await reeveProcess(home, "up --detach --definition cluster.yaml");
    const { pid } = JSON.parse(readFileSync(join(home.folder, "reeve/state/up.json"), "utf8"));
    process.kill(pid, "SIGKILL");
    await expect.poll(() => isAlive(pid)).toBe(false);
    const { code, err } = await reeveProcess(home, "broker topics list");
    expect([code, err]).toEqual([2, expect.stringContaining("reeve up starts a service on this machine")]);
  });

  test("never ends another process that has the same pid", async () => {
    const state = join(home.folder, "reeve/state");
    mkdirSync(state, { recursive: true });
    writeFileSync(join(state, "up.json"), JSON.stringify({ pid: process.pid, url: "http://127.0.0.1:1", began: "1" }));
    expect(await reeveProcess(home, "down")).toMatchObject({ code: 0, out: "No service runs here.\n" });
  });

  test("deploys a definition: reports its faults by line, then its effects, then deploys it", async () => {
    const file = join(home.folder, "cluster.yaml");
    writeFileSync(file, DEFINITION);
    await reeveProcess(home, "up --detach --definition cluster.yaml");
    await reeveProcess(home, "broker plans wait --timeout 60s");

    writeFileSync(join(home.folder, "bad.yaml"), "services:\n  kafka:\n    kind: broker\n    settings: { BROKER_COUNT: many }\n");
    const bad = await reeveProcess(home, "deploy bad.yaml");
    expect(bad).toMatchObject({ code: 2, err: expect.stringMatching(/^error: bad\.yaml:4:\d+.*BROKER_COUNT/) });
    expect((await reeveProcess(home, "deploy missing.yaml")).err).toContain("missing.yaml cannot be read: there is no such file");

    const bigger = DEFINITION.replace("pace: 0", "pace: 0, settings: { BROKER_COUNT: 4 }");
    writeFileSync(join(home.folder, "bigger.yaml"), bigger);
    const planned = await reeveProcess(home, "deploy bigger.yaml --dry-run");
    expect(planned).toMatchObject({
      code: 2,
      out: expect.stringMatching(/^kafka +changed\n +settings\.BROKER_COUNT +3 → 4$/m),
    });
    expect((await reeveProcess(home, "broker pods list -o name")).out).not.toContain("broker-3");
    expect((await reeveProcess(home, "deploy - --wait --timeout 60s", { input: bigger })).code).toBe(0);
    expect((await reeveProcess(home, "broker pods list -o name")).out).toContain("broker-3");
    expect((await reeveProcess(home, "deploy bigger.yaml")).out).toMatch(/^kafka +unchanged/m);

    const failing = bigger.replace("BROKER_COUNT: 4", "BROKER_COUNT: 4, BROKER_MEM: 64");
    for (const _ of ["said", "said again"]) {
      const failed = await reeveProcess(home, "deploy - --wait --timeout 60s", { input: failing });
      expect(failed).toMatchObject({ code: 13, err: expect.stringContaining("OutOfMemoryError") });
    }
    expect((await reeveProcess(home, "deploy bigger.yaml --wait --timeout 60s")).code).toBe(0);

    const other = "services:\n  cassandra: { kind: wide-column, pace: 0 }\n";
    writeFileSync(join(home.folder, "other.yaml"), other);
    expect(await reeveProcess(home, "deploy other.yaml")).toMatchObject({
      code: 7,
      err: expect.stringContaining("--remove"),
    });
    expect(await reeveProcess(home, "deploy other.yaml --remove")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--yes"),
    });
    const two = `${bigger}  kafka-2: { kind: broker, revision: R1, pace: 0 }\n`;
    writeFileSync(join(home.folder, "two.yaml"), two);
    expect((await reeveProcess(home, "deploy two.yaml --wait --timeout 60s")).code).toBe(0);
    expect((await reeveProcess(home, "status")).out).toMatch(/^kafka +deploy .* done\nkafka-2 +deploy .* done\n$/);
    expect((await reeveProcess(home, "status --service broker=kafka-2")).out).toMatch(/^kafka-2 +deploy .* done\n$/);

    const removed = await reeveProcess(home, "deploy other.yaml --remove --yes --wait --timeout 60s");
    expect(removed).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^kafka +removed\b[\s\S]*^kafka-2 +removed/m),
    });
  });

  test.skipIf(!hasPseudoTerminal)("on a terminal: continues even if its progress cannot be drawn", async () => {
    const of = (names: readonly string[]) => `services:\n${names.map((name) => `  ${name}: { kind: broker, pace: 20 }\n`).join("")}`;
    writeFileSync(join(home.folder, "cluster.yaml"), of(["kafka", "other"]));
    await using terminal = typed(home, `up --port 0 --definition ${join(home.folder, "cluster.yaml")}`);
    await terminal.until(/kafka +deploy[\s\S]*other +deploy/);
    writeFileSync(join(home.folder, "cluster.yaml"), of(["kafka"]));
    expect((await reeveProcess(home, "deploy cluster.yaml --remove --yes")).out).toMatch(/^other +removed/m);
    await terminal.until(/kafka +deploy.* done/);
    expect((await reeveProcess(home, "status")).out).toMatch(/^kafka +deploy .* done\n$/);
    expect(terminal.all()).not.toContain("error");
    terminal.type("\u0003");
    expect(await terminal.ended()).toBe(130);
  });

  test("starts the other editions, revisions and HTTPS at the same time", async () => {
    const { code, out, err } = await reeveProcess(home, "up -d --json --edition enterprise --tls --revision broker=R1,file-system=V2");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const printed = JSON.parse(out);
    expect(printed).toMatchObject({ ca: expect.any(String), serviceAccount: { uid: expect.any(String) } });
    expect(readFileSync(printed.ca, "utf8")).toContain("BEGIN CERTIFICATE");
    expect(printed.services.map(({ revision }: { revision: string }) => revision).sort()).toEqual(["R1", "V2", "W1"]);
    expect(await reeveProcess(home, "broker connection show")).toMatchObject({ code: 0 });
    expect(await reeveProcess(home, "up --revision broker=R9 --state elsewhere")).toMatchObject({ code: 2 });
    expect(await reeveProcess(home, "up --port 99999 --state elsewhere")).toMatchObject({ code: 2 });
    writeFileSync(join(home.folder, "file"), "");
    expect(await reeveProcess(home, "up --detach --state file")).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^error: [^{}]*file[^{}]*\n$/),
    });
  });
});
