import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import type { Reeve } from "@reeve/service";
import { startReeve } from "@reeve/service";
import { hasPseudoTerminal, type PseudoTerminal } from "@reeve/testing/pseudo-terminal";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Home, makeHome, reeve, reeveProcess, typed } from "./command-line.ts";

const CTRL_C = "\u0003";
const CURSOR_AGAIN = "\u001b[?25h";
const CURSOR_AWAY = "\u001b[?25l";

describe.skipIf(!hasPseudoTerminal)("at a terminal (skipped where `script` of util-linux is missing)", () => {
  let cluster: Reeve;
  let home: Home;

  beforeAll(async () => {
    // The pace is slow enough for the test to see progress, and fast enough to wait for the end.
    cluster = await startReeve({ services: { kafka: { kind: "broker", revision: "R3", pace: 3 } } });
  });
  afterAll(() => cluster.close());
  beforeEach(() => {
    home = makeHome({ REEVE_URL: cluster.url, REEVE_SERVICE: "kafka", REEVE_TOKEN: cluster.token });
    return () => home[Symbol.dispose]();
  });

  /** The terminal is clean after drawing: the cursor is visible, and typed text is shown. */
  const isClean = async (terminal: PseudoTerminal) => {
    const raw = terminal.raw();
    expect(raw.lastIndexOf(CURSOR_AGAIN)).toBeGreaterThanOrEqual(raw.lastIndexOf(CURSOR_AWAY));
    for (const mode of ["1049", "1000", "2004"]) {
      expect(raw.lastIndexOf(`\u001b[?${mode}l`)).toBeGreaterThanOrEqual(raw.lastIndexOf(`\u001b[?${mode}h`));
    }
  };

  test("a rollout is watched live, in place, until it is complete", async () => {
    await using terminal = typed(home, "broker plans watch");
    await terminal.until(/deploy {2}(IN PROGRESS|COMPLETE)/);
    await terminal.until(/deploy {2}COMPLETE/);
    expect(await terminal.ended()).toBe(0);
    // The plan was drawn many times, but the screen shows it once.
    expect(terminal.all().match(/deploy {2}/g)).toHaveLength(1);
    await isClean(terminal);
  });

  test("a definition is edited until it is valid, and deployed after the plan was confirmed", async () => {
    const seen = join(home.folder, "seen");
    const editor = join(home.folder, "editor.sh");
    // The first edit has a mistake, and the second corrects it.
    const script = [
      `cp "$1" "${seen}-$(ls "${seen}"-* 2>/dev/null | wc -l)"`,
      `if grep -q BROKER_CONT "$1"; then sed -i s/BROKER_CONT/BROKER_COUNT/ "$1"`,
      `else printf '    settings: { BROKER_CONT: 4 }\\n' >> "$1"; fi`,
    ];
    writeFileSync(editor, `${script.join("\n")}\n`);
    using own = makeHome({ REEVE_URL: cluster.url, REEVE_TOKEN: cluster.token, EDITOR: `sh ${editor}` });
    await using terminal = typed(own, "edit kafka --wait");
    await terminal.until(/BROKER_COUNT {2}3 → 4/);
    await terminal.until(/Deploy this\? \[y\/N\]/);
    const second = readFileSync(`${seen}-1`, "utf8");
    const [, line = ""] = /^#! definition\.yaml:(\d+):\d+: .*did you mean "BROKER_COUNT"/.exec(second) ?? [];
    expect(second.split("\n")[Number(line) - 1]).toContain("BROKER_CONT: 4");
    terminal.type("y\r");
    await terminal.until(/Everything is rolled out: kafka/);
    expect(await terminal.ended()).toBe(0);
    await reeve(home, "scale kafka 3 --yes --wait");
  });

  test("the service shows the plan of a changed file before it deploys the file", async () => {
    using own = makeHome();
    const file = join(own.folder, "cluster.yaml");
    const write = (settings: string) => writeFileSync(file, `services: { kafka: { kind: broker, pace: 0, ${settings} } }\n`);
    write("");
    await using terminal = typed(own, `up --definition ${file} --port 0`);
    await terminal.until(/reeve down|Ctrl-C/);
    write("settings: { BROKER_COUNT: 4 }");
    await terminal.until(/The definition file has changed[\s\S]*BROKER_COUNT {2}3 → 4[\s\S]*broker-3 {2}starts/);
    terminal.type(CTRL_C);
    await terminal.ended();
  });

  test.each([80, 120])("in %d columns, the reason of a refused definition is shown during a rollout", async (columns) => {
    using own = makeHome();
    const file = join(own.folder, "cluster.yaml");
    const definition = "services: { kafka: { kind: broker, pace: 20 } }\n";
    writeFileSync(file, definition);
    await using terminal = typed(own, `up --definition ${file}`, { columns, rows: 24 });
    await terminal.until(/kafka +deploy .* of 4/);
    writeFileSync(file, `${definition}nonsense: true\n`);
    await terminal.until(/nonsense:\s+there\s+is\s+no\s+such\s+field/);
    await sleep(1_500);
    expect(terminal.all().replaceAll(/\s+/g, " ")).toContain("nonsense: there is no such field 2 | nonsense: true");
    expect(terminal.all().match(/^kafka +deploy/gm)).toHaveLength(1);
    terminal.type(CTRL_C);
    expect(await terminal.ended()).toBe(130);
    // No progress bar is shown, because no rollout is in progress.
    expect(terminal.all()).not.toMatch(/^kafka +deploy/m);
  });

  test("Ctrl-C ends only the watch, with the exit code 130", async () => {
    // The rollout is so slow that the test sees it before its end, however busy the machine is.
    await using slow = await startReeve({ services: { kafka: { kind: "broker", pace: 100 } } });
    using own = makeHome({ REEVE_URL: slow.url, REEVE_SERVICE: "kafka", REEVE_TOKEN: slow.token });
    await using terminal = typed(own, "broker plans watch");
    await terminal.until(/deploy {2}IN PROGRESS/);
    terminal.type(CTRL_C);
    expect(await terminal.ended()).toBe(130);
    await isClean(terminal);
    const { out } = await reeve(own, "broker plans show --json");
    expect(JSON.parse(out)).toMatchObject({ status: "IN_PROGRESS" });
  });

  test("Ctrl-C leaves the watch of a list without a message, and q ends it with 0", async () => {
    {
      await using terminal = typed(home, "status --watch");
      await terminal.until(/kafka +deploy/);
      terminal.type(CTRL_C);
      expect(await terminal.ended()).toBe(130);
      expect(terminal.all()).not.toContain("interrupted");
      await isClean(terminal);
    }
    for (const line of ["top", "broker pods list --watch"]) {
      await using terminal = typed(home, line);
      await terminal.until(/kafka: all of its nodes|broker-0|kafka/);
      terminal.type("q");
      expect(await terminal.ended()).toBe(0);
      await isClean(terminal);
    }
  });

  test("a watch survives a restart of the service, and says since when there was no answer", async () => {
    using own = makeHome();
    const definition = join(own.folder, "cluster.yaml");
    writeFileSync(definition, "services: { kafka: { kind: broker, pace: 0 } }\n");
    const first = JSON.parse((await reeveProcess(own, `up --detach --json --definition ${definition}`)).out);
    const line = `up --detach --definition ${definition} --port ${new URL(first.url).port}`;
    try {
      await using terminal = typed(own, "status --watch");
      // A list that fills the screen leaves room for the lines about the outage.
      await using full = typed(own, "broker pods list --watch", { columns: 90, rows: 5 });
      await using log = typed(own, "logs broker-0 --follow");
      await terminal.until(/kafka +deploy .* done/);
      await full.until(/… and \d more/);
      await log.until("INFO");
      await reeveProcess(own, "down");
      await terminal.until(/since \d\d:\d\d:\d\d: no answer/);
      await full.until(/since \d\d:\d\d:\d\d: no answer/);
      await log.until(/^\d\d:\d\d:\d\d {2}no answer/m);
      expect((await reeveProcess(own, line)).code).toBe(0);
      // Started with the same flags, the second time changes nothing; with others it would be another service.
      expect(await reeveProcess(own, line)).toMatchObject({ code: 0, out: expect.stringContaining("is up already") });
      expect(await reeveProcess(own, `${line} --tls`)).toMatchObject({
        code: 7,
        err: expect.stringContaining("started with other flags"),
      });
      await terminal.until(() => !terminal.screen().join("\n").includes("no answer"));
      await full.until(() => !full.screen().join("\n").includes("no answer"));
      await log.until(/^\d\d:\d\d:\d\d {2}the service answers again/m);
      expect(terminal.screen().join("\n")).toMatch(/kafka +deploy .* done/);
    } finally {
      await reeveProcess(own, "down");
    }
  });

  test("in the foreground, the service says what happens to its nodes", async () => {
    using own = makeHome();
    const definition = join(own.folder, "cluster.yaml");
    writeFileSync(definition, "services: { kafka: { kind: broker, pace: 0.3 } }\n");
    await using terminal = typed(own, `up --definition ${definition}`);
    await terminal.until(/Ctrl-C/);
    expect((await reeve(own, "broker pods restart broker-1 --wait")).code).toBe(0);
    await terminal.until(/\d\d:\d\d:\d\d {2}kafka: broker-1 starting[\s\S]*kafka: broker-1 running/);
    await terminal.until("kafka: recovery plan complete");
    terminal.type(CTRL_C);
    await terminal.ended();
    expect(terminal.all().match(/recovery plan complete/g)).toHaveLength(1);
  });

  test("in the foreground, the state of a file system is shown after its name nodes have elected the active one", async () => {
    using own = makeHome();
    const definition = join(own.folder, "cluster.yaml");
    writeFileSync(definition, "services: { hdfs: { kind: file-system, pace: 0.5 } }\n");
    await using terminal = typed(own, `up --definition ${definition}`);
    await terminal.until(/Ctrl-C/);
    expect(terminal.all()).toMatch(/hdfs: name-\d is active/);
    terminal.type(CTRL_C);
    await terminal.ended();
  });

  test("a page that is longer than the screen is shown in a pager, and its tables in columns", async () => {
    using own = makeHome({ PAGER: "sed 1s/^/paged:/" });
    await using terminal = typed(own, "help troubleshooting", { columns: 80, rows: 24 });
    expect(await terminal.ended()).toBe(0);
    expect(terminal.all()).toMatch(/^paged:Find out what is wrong/m);
    expect(terminal.all()).toMatch(/^`ERROR` +nothing: the step has failed, +deploy a working definition/m);
  });

  test("in a narrow terminal, a table that does not fit has one field per line", async () => {
    await using terminal = typed(home, "operations broker", { columns: 44, rows: 200 });
    expect(await terminal.ended()).toBe(0);
    expect(terminal.all()).toMatch(/^[A-Z]+ +\S.*\n[A-Z]+ +\S/m);
    expect(terminal.all()).not.toContain("…");
  });

  test("a wait shows a spinner with its progress, and leaves one sentence", async () => {
    await using terminal = typed(home, "broker pods restart broker-1 --wait");
    await terminal.until(/broker-1 .*· \d\d:\d\d:\d\d/);
    await terminal.until("broker-1 has been restarted and is back.");
    expect(await terminal.ended()).toBe(0);
    const left = terminal.all().trim().split("\n").at(-1);
    expect(left).toMatch(/^✓ broker-1 has been restarted and is back\. · \d\d:\d\d:\d\d$/);
    await isClean(terminal);
  });

  test("Ctrl-C during a wait exits with 130 and says that the work continues", async () => {
    await using terminal = typed(home, "broker pods restart broker-2 --wait");
    await terminal.until(/broker-2 .*· \d\d:\d\d:\d\d/);
    terminal.type(CTRL_C);
    expect(await terminal.ended()).toBe(130);
    expect(terminal.all()).toContain("error: interrupted: work in progress continues; use plans show to see its state");
    await isClean(terminal);
    await reeve(home, "broker plans wait recovery --timeout 60s");
  });

  test("a command that destroys data asks for its name, and accepts no other answer", async () => {
    await reeve(home, "broker topics create payments --partitions 12 --replication 1");
    {
      await using terminal = typed(home, "broker topics delete payments");
      await terminal.until(/12 partitions[\s\S]*: ?$/);
      terminal.type("payment\r");
      expect(await terminal.ended()).toBe(130);
    }
    {
      await using terminal = typed(home, "broker topics delete payments");
      await terminal.until(/: ?$/);
      terminal.type(CTRL_C);
      expect(await terminal.ended()).toBe(130);
      await isClean(terminal);
    }
    expect((await reeve(home, "broker topics list")).out).toBe("payments\n");
    await using terminal = typed(home, "broker topics delete payments");
    await terminal.until(/: ?$/);
    terminal.type("payments\r");
    expect(await terminal.ended()).toBe(0);
    expect((await reeve(home, "broker topics list")).out).toBe("");
  });

  test("a typed secret is not shown", async () => {
    using freshHome = makeHome({ REEVE_URL: cluster.url, REEVE_SERVICE: "kafka" });
    await using terminal = typed(freshHome, "login");
    await terminal.until(`Token for ${cluster.url}:`);
    await sleep(50);
    terminal.type(`${cluster.token}\r`);
    expect(await terminal.ended()).toBe(0);
    expect(terminal.raw()).not.toContain(cluster.token);
    expect((await reeve(freshHome, "broker plans list")).code).toBe(0);
  });

  test("Ctrl-C while a secret is typed exits with 130, and typed text is shown again", async () => {
    using freshHome = makeHome({ REEVE_URL: cluster.url, REEVE_SERVICE: "kafka" });
    await using terminal = typed(freshHome, "login");
    await terminal.until("Token for");
    terminal.type(CTRL_C);
    expect(await terminal.ended()).toBe(130);
    await isClean(terminal);
  });

  test.each([80, 200])("no line is wider than a terminal of %i columns", async (columns) => {
    for (const line of [
      "--help",
      "broker --help",
      "broker topics create --help",
      "operations",
      "config show",
      "doctor",
      "broker plans show",
      "broker pods info broker-0",
      "broker configurations target",
      "broker topics describe nothing-of-this-name",
    ]) {
      await using terminal = typed(home, line, { columns, rows: 400 });
      await terminal.ended();
      await sleep(30);
      // The terminal itself continues a line that is too long in the next row, so the lines are taken as they were written.
      const written = stripVTControlCharacters(terminal.raw()).split(/\r?\n/);
      expect(
        written.filter((row) => row.length > columns),
        line,
      ).toEqual([]);
    }
  });

  test("with --no-color nothing is coloured, not even errors", async () => {
    for (const line of ["broker plans show --no-color", "broker topics describe gone --no-color"]) {
      await using terminal = typed(home, line);
      await terminal.ended();
      expect(terminal.raw(), line).not.toContain("\u001b[3");
    }
  });

  test("a dumb terminal gets no colours and no animation, and a locale without Unicode gets only ASCII", async () => {
    using plain = makeHome({ ...home.env, LANG: "C", LC_ALL: "C" } as Record<string, string>);
    await using terminal = typed(plain, "broker plans show");
    await terminal.ended();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test checks that there are none
    expect(terminal.all()).toMatch(/^[\x00-\x7f]*$/);
  });
});
