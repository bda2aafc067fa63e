import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasPseudoTerminal, type PseudoTerminal } from "@reeve/testing/pseudo-terminal";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Home, makeHome, open, startCluster, type TestCluster, TOKEN } from "./shell.ts";

const PROMPT = /> $/;
const CTRL_C = "\u0003";

describe.skipIf(!hasPseudoTerminal)(
  "the shell at a terminal (skipped where `script` of util-linux is missing)",
  { timeout: 60_000 },
  () => {
    let cluster: TestCluster;
    let home: Home;

    beforeAll(async () => {
      cluster = await startCluster();
    });
    afterAll(() => cluster[Symbol.asyncDispose]());
    beforeEach(() => {
      home = makeHome(cluster.url);
      return () => home[Symbol.dispose]();
    });

    /** Opens the shell and waits for its prompt. */
    const opened = async (...args: Parameters<typeof open> extends [unknown, ...infer Rest] ? Rest : never) => {
      const shell = open(home, ...args);
      await shell.until(PROMPT);
      return shell;
    };
    /** Types a line and waits for its answer. */
    const type = async (shell: PseudoTerminal, line: string, answer: string | RegExp) => {
      shell.type(`${line}\r`);
      await shell.until(answer);
      await shell.until(PROMPT);
    };

    /** Presses Tab again and again until a name from the server is shown. A single completion does not wait for a slow server. */
    const pressTab = async (shell: PseudoTerminal, seen: string) => {
      const isThere = () => shell.screen().join("\n").includes(seen);
      for (let presses = 0; presses < 20 && !isThere(); presses++) {
        shell.type("\t");
        for (let polls = 0; polls < 40 && !isThere(); polls++) await new Promise((resolve) => setTimeout(resolve, 25));
      }
      await shell.until(seen);
    };

    test("awaits calls by itself, draws their results, and keeps the data", async () => {
      await using shell = await opened();
      await type(shell, "broker.topics.list()", /payments/);
      await type(shell, "_.length", /^4$/m);
      await type(shell, 'broker.topics.describe({ topic: "orders" })', /leader epoch/);
      expect(shell.all()).toContain("        0       0      0 1             0");
      await type(shell, 'const d = broker.topics.describe({ topic: "orders" })', PROMPT);
      await type(shell, "d.partitions.length + 100", /^103$/m);
      await type(shell, "(await broker.topics.list())[0]", /'orders'/);
      await type(shell, "broker.topics.list().length + 1000", /^1004$/m);
    });

    test("shows hostile names harmlessly", async () => {
      await using shell = await opened();
      await type(shell, "broker.topics.list()", /payments/);
      expect(shell.all()).toContain("evil\\x1b[2J\\x1b]0;owned\\x07\\n\\u202etxet");
      expect(shell.raw()).not.toContain("\u001b]0;owned");
      await type(shell, "({ name: _[2], symbol: Symbol(_[2]) })", /symbol/);
      await type(shell, "throw new Error(_.name)", /error: Error/);
      expect(shell.raw()).not.toContain("\u001b]0;owned");
      expect(shell.raw()).not.toContain("\u202e");
    });

    test("shows an error in one sentence, and keeps it in _error", async () => {
      await using shell = await opened();
      await type(shell, 'broker.topics.describe({ topic: "ordrs" })', 'error: no topic "ordrs" in kafka. Did you mean "orders"?');
      await type(shell, "_error.code", /'not-found'/);
      await type(shell, 'broker.topics.create({ topic: "x", partitions: 0, replication: 1 })', "expected an integer from 1 to 1000000");
      await type(shell, "brokr.topics", 'error: brokr is not defined. Did you mean "broker"?');
      await type(shell, "await Promise.reject(new TypeError('no'))", /^error: TypeError: no$/m);
      await type(shell, "let x = ;", /^error: SyntaxError: /m);
      await type(shell, "setTimeout(() => { throw new Error('later') }, 10); 1", /^error: Error: later$/m);
      expect(shell.all()).not.toMatch(/^\s+at |Uncaught/m);
    });

    test("completes operations, fields, choices and live names with Tab, and shows the fields of a method", async () => {
      await using shell = await opened();
      shell.type("broker.top\t");
      await shell.until("> broker.topics");
      shell.type(".desc\t");
      await shell.until("> broker.topics.describe");
      await shell.until("topics.describe({ topic })  Describe a topic  read · GET /topics/{topic}");
      shell.type("(\t");
      await shell.until("describe({ topic: ");
      shell.type('"or');
      await pressTab(shell, 'describe({ topic: "orders"');
      shell.type(" })\r");
      await shell.until("leader epoch");
      await shell.until(PROMPT);
      expect(shell.screen().join("\n")).not.toContain("Describe a topic");
      shell.type('broker.topics.offsets({ topic: "orders", ti\t');
      await shell.until("time: ");
      shell.type('"f\t');
      await shell.until('time: "first"');
      shell.type(" })\r");
      await shell.until(/0 {7}7$/m);
      await shell.until(PROMPT);
      shell.type("broker.pods.restart({ node: ");
      await pressTab(shell, 'node: "broker-');
      shell.type("\t");
      await shell.until(/^broker-0 +broker-1 +broker-2$/m);
    });

    test("completes a service by its first letters, and takes the only required field without its name", async () => {
      await using shell = await opened();
      shell.type("bro\t");
      await shell.until("> broker");
      shell.type('.topics.describe("orders")\r');
      await shell.until("leader epoch");
      await shell.until(PROMPT);
      await type(shell, "broker.topics.describe(true)", "takes an object of fields");
      await type(shell, 'broker.topics.create("x")', "takes an object of fields");
    });

    test("explains a noun and a method without the name of their service", async () => {
      await using shell = await opened();
      await type(shell, "help topics", /^broker\.topics$[\s\S]*describe\(\{ topic \}\)/m);
      await type(shell, "help topics.delete", /^broker\.topics\.delete/m);
      await type(shell, "help nonsense", 'there is no help on "nonsense"');
    });

    test("finds a command of several lines with Ctrl-R, and evaluates it again", async () => {
      await using shell = await opened();
      shell.type("broker.topics.describe({\r");
      await shell.until(/^\|/m);
      shell.type('  topic: "orders",\r});\r');
      await shell.until("leader epoch");
      await shell.until(PROMPT);
      shell.type("\u0012describe");
      await shell.until(/broker\.topics\.describe\(\{ topic: "orders", \}\);\nbck-i-search: describe/);
      shell.type("\r");
      await shell.until(/leader epoch[\s\S]*leader epoch/);
    });

    test("shows a hint below a line that is longer than the terminal is wide, without damage to the line", async () => {
      await using shell = await opened([], { columns: 50, rows: 20 });
      await type(shell, "broker.topics.list()", /payments/);
      shell.type('broker.topics.describe({ topic: "pay');
      await shell.until(/"pay\s+topics\.describe\(\{ topic \}\)/);
      const [above, line, hint] = shell.screen().slice(-3);
      expect(`${above}${line}`).toMatch(/> broker\.topics\.describe\(\{ topic: "pay$/);
      expect(hint).toMatch(/^topics\.describe/);
      shell.type('ments" })\r');
      await shell.until(/^ +11 /m);
      expect(shell.screen().join("\n")).not.toMatch(/^topics\.describe/m);
    });

    test("completes members of a variable without running any code", async () => {
      await using shell = await opened();
      await type(shell, "const here = connect()", PROMPT);
      await type(shell, "let touched = 0; Object.defineProperty(globalThis, 'trap', { get() { touched++; return broker } })", PROMPT);
      shell.type("here.broker.topics.und\t");
      await shell.until("here.broker.topics.underReplicated");
      shell.type(`${CTRL_C}`);
      await shell.until(PROMPT);
      shell.type("trap.topics.li\t");
      shell.type(`${CTRL_C}`);
      await shell.until(PROMPT);
      await type(shell, "touched + 500", /^500$/m);
    });

    test("accepts input of several lines, typed and pasted, in its order", async () => {
      await using shell = await opened();
      shell.type("broker.topics.describe({\r");
      await shell.until(/^\|/m);
      shell.type('  topic: "orders",\r});\r');
      await shell.until("leader epoch");
      await shell.until(PROMPT);
      shell.type(
        "let seen = []\rbroker.topics.list()\rseen.push(_.length)\rconst n = broker.pods.list()\rseen.push(n.length)\rseen.join('-')\r",
      );
      await shell.until("'4-3'");
    });

    test("cancels running calls with Ctrl-C, gives the prompt back, and leaves after two more", async () => {
      await using shell = await opened();
      shell.type("broker.topics.unavailable()\r");
      await shell.until("unavailable()");
      await new Promise((resolve) => setTimeout(resolve, 300));
      shell.type(CTRL_C);
      await shell.until(/^cancelled$/m);
      await type(shell, "40 + 2", /^42$/m);
      shell.type("new Promise(() => {})\r");
      await new Promise((resolve) => setTimeout(resolve, 300));
      shell.type(CTRL_C);
      await shell.until(/cancelled[\s\S]*cancelled/);
      shell.type("while (true) {}\r");
      await new Promise((resolve) => setTimeout(resolve, 500));
      shell.type(CTRL_C);
      await shell.until(/cancelled[\s\S]*cancelled[\s\S]*cancelled/);
      await shell.until(PROMPT);
      shell.type(CTRL_C);
      await shell.until("To exit, press Ctrl+C again");
      shell.type(CTRL_C);
      expect(await shell.ended()).toBe(0);
    });

    test("keeps a Ctrl-C that arrives right after Enter, while the line is evaluated, and takes another one if it is lost", async () => {
      await using shell = await opened();
      await type(shell, "const press = () => process.kill(process.pid, 'SIGINT')", PROMPT);
      const cancelled = () => shell.all().split(/^cancelled$/m).length - 1;
      let lost = 0;
      for (let count = 1; count <= 16; count++) {
        shell.type("press(), new Promise(() => {})\r");
        await shell
          .until(() => cancelled() === count, 2_000)
          .catch(async () => {
            lost++;
            shell.type(CTRL_C);
            await shell.until(() => cancelled() === count);
          });
        await shell.until(PROMPT);
      }
      // Node loses one if its thread that watches for the signal runs too late: about 1 of 80 on a busy machine. If the shell did not wait
      // for this thread, half of them would be lost on an idle machine, and nearly all on a busy one.
      expect(lost).toBeLessThan(4);
      expect(shell.all()).not.toContain("To exit");
      await type(shell, "40 + 2", /^42$/m);
    });

    test("asks before it destroys data, and does not take the next command as the answer", async () => {
      await using shell = await opened();
      await type(shell, 'broker.topics.create({ topic: "doomed", partitions: 1, replication: 1 })', 'Created topic "doomed".');
      shell.type('broker.topics.delete({ topic: "doomed" })\r"pasted"\r');
      await shell.until("Type doomed to confirm:");
      expect(shell.all()).toContain("This deletes the topic doomed with all its records. It cannot be undone.");
      expect(shell.all()).toContain(`Service kafka at ${cluster.url}.`);
      shell.type("nonsense\r");
      await shell.until('"nonsense" is not the name');
      await shell.until("'pasted'");
      await type(shell, "broker.topics.list().includes('doomed')", /^true$/m);
      shell.type('broker.topics.delete({ topic: "doomed" })\r');
      await shell.until(/to confirm: $/);
      shell.type(CTRL_C);
      await shell.until(/nothing was done/);
      await shell.until(PROMPT);
      shell.type('broker.topics.delete({ topic: "doomed" })\r');
      await shell.until(/to confirm: $/);
      shell.type("doomed\r");
      await shell.until("Topic doomed is marked for deletion.");
      await shell.until(PROMPT);
      await type(shell, "broker.topics.list().includes('doomed')", /^false$/m);
    });

    test("keeps a history for its owner alone, without secrets and without lines that begin with a space", async () => {
      await using shell = await opened();
      await type(shell, "1 + 1", /^2$/m);
      await type(shell, " 'not kept'", /'not kept'/);
      await type(shell, `const options = { token: "${TOKEN}2", s3_secret_key: 'hush' }`, PROMPT);
      await type(shell, `"${TOKEN}"`, /<redacted>/);
      await type(shell, "process.env.REEVE_TOKEN", /<redacted>/);
      shell.type(".exit\r");
      await shell.ended();
      const file = join(home.folder, "reeve/state/repl-history");
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const kept = readFileSync(file, "utf8");
      expect(kept).toContain("1 + 1\n");
      expect(kept).toContain("{ token: \"<redacted>\", s3_secret_key: '<redacted>' }");
      expect(kept).not.toMatch(/canary|hush|not kept/);
      await using again = await opened();
      again.type("\u001b[A\u001b[A");
      await again.until(/> process\.env|> "<redacted>"|> const options/);
    });

    test("watches a rollout in place, even when the terminal is resized, and returns the plan", async () => {
      await using shell = await opened([], { columns: 90, rows: 24 });
      await type(shell, "globalThis.marker = 'before the watch'", /'before the watch'/);
      await cluster.rollOut();
      shell.type("broker.plans.watch()\r");
      await shell.until(/broker-0 +starting/);
      shell.resize(60, 20);
      await cluster.continueRollOut();
      await shell.until(/deploy {2}COMPLETE/);
      await shell.until(PROMPT);
      const seen = shell.all();
      // The plan is redrawn many times, but the screen shows it once.
      expect(seen.match(/deploy {2}/g)).toHaveLength(1);
      await type(shell, "_.status", /'COMPLETE'/);
    });

    test("says that the connection is lost, and continues when it is back", async () => {
      await using shell = await opened();
      await type(shell, "broker.topics.list()", /payments/);
      await cluster.down(3_000);
      await type(shell, "broker.topics.list()", `error: ${cluster.url} cannot be reached`);
      await new Promise((resolve) => setTimeout(resolve, 3_100));
      await type(shell, "broker.topics.list().length + 10", /^14$/m);
    });

    test("switches the format of results, and traces requests", async () => {
      await using shell = await opened();
      await type(shell, ".format json", "written as json");
      await type(shell, 'broker.topics.offsets({ topic: "orders" })', /"0": "7"/);
      await type(shell, ".format yaml", "written as yaml");
      await type(shell, 'broker.topics.offsets({ topic: "orders" })', /^- "0": "7"$/m);
      await type(shell, ".format nonsense", '.format takes table, json, yaml, not "nonsense"');
      await type(shell, ".trace on", "requests are shown");
      await type(shell, 'broker.topics.offsets({ topic: "orders" })', /> GET http.*\/topics\/orders\/offsets/);
      expect(shell.raw()).not.toContain(TOKEN);
    });

    test("loads files, saves typed lines without secrets, and evaluates several lines of the editor", async () => {
      writeFileSync(join(home.folder, "more.js"), "const names = await broker.topics.list();\nconst count = names.length;\ncount * 1000\n");
      await using shell = await opened();
      await type(shell, `.load ${join(home.folder, "more.js")}`, PROMPT);
      await type(shell, "count + 5000", /^5004$/m);
      await type(shell, 'const password = "hush-hush"', PROMPT);
      const saved = join(home.folder, "saved.js");
      await type(shell, `.save ${saved}`, "saved to");
      expect(readFileSync(saved, "utf8")).toContain('const password = "<redacted>"');
      shell.type(".editor\r");
      await shell.until("Entering editor mode");
      shell.type("const a = 20\rconst b = 3\ra * b + 1\u0004");
      await shell.until(/^61$/m);
      await type(shell, ".load nothing.js", "error: nothing.js cannot be read: there is no such file");
    });

    test("explains show and use if they are typed alone", async () => {
      await using shell = await opened();
      await type(shell, "show", /show needs a noun: .*brokers, topics.*\. Type for example: show plans/s);
      await type(shell, "use", /use needs a connection or a service: .*kafka\. Type for example: use kafka/s);
    });

    test("offers its own words at an empty prompt, the nouns of show, and the names of the cluster", async () => {
      await using shell = await opened();
      await type(shell, "broker.topics.list()", /payments/);
      // The second Tab comes later, because readline treats Tabs in quick succession as pasted text.
      shell.type("\t");
      await new Promise((resolve) => setTimeout(resolve, 200));
      shell.type("\t");
      await shell.until(/^broker +connect +demo/m);
      expect(shell.all()).not.toContain("queueMicrotask");
      shell.type("show to\t");
      await shell.until(/> show topics$/);
      shell.type("\u007f or");
      await pressTab(shell, "show topic orders");
    });

    test("selects completions in a menu below the line, and then removes the menu", async () => {
      await using shell = await opened([], { columns: 80, rows: 12 });
      await type(shell, "broker.topics.list()", /payments/);
      const press = async (key: string) => {
        await new Promise((resolve) => setTimeout(resolve, 200));
        shell.type(key);
      };
      shell.type("broker.");
      await press("\t");
      await press("\t");
      await shell.until(/> broker\.\nconfigurations +groups/);
      await press("\t");
      await shell.until(/> broker\.configurations\nconfigurations +groups/);
      await press("\u001b[Z");
      await shell.until(/> broker\.topics\nconfigurations +groups/);
      await press("\r");
      await shell.until(/> broker\.topics$/);
      await press(".");
      await press("\t");
      await press("\t");
      await shell.until(/> broker\.topics\.\n\w+ +\w+/);
      await press("\u001b[B");
      await press("\u001b");
      await shell.until(/> broker\.topics\.$/);
      await press("list().length + 70\r");
      await shell.until(/^74$/m);
      expect(shell.all()).not.toMatch(/^configurations +groups/m);
    });

    test("colours a pasted line that is longer than the terminal is wide, and writes it once", async () => {
      const { NO_COLOR: _, ...env } = home.env;
      await using shell = open({ ...home, env }, [], { columns: 60, rows: 12 });
      await shell.until(PROMPT);
      shell.type(`const long = "${"x".repeat(70)}" + "end"; long.length`);
      await shell.until(/long\.length$/);
      expect(
        shell
          .screen()
          .join("\n")
          .match(/const long/g),
      ).toHaveLength(1);
      await type(shell, "", /^73$/m);
    });

    test("colours the typed line if the terminal has colours", async () => {
      const { NO_COLOR: _, ...env } = home.env;
      await using shell = open({ ...home, env });
      await shell.until(PROMPT);
      shell.type('const shown = "orders"');
      await shell.until(/"orders"$/);
      const colours = () =>
        new Map(
          shell
            .styled()
            .at(-1)
            ?.map(({ text, color }) => [text.trim(), color]),
        );
      await shell.until(() => colours().get("const") === 6 && colours().get('"orders"') === 2);
      shell.type("\r");
      await type(shell, "shown + 1", /'orders1'/);
    });

    test("shows every plan, and shows the same in the prompt", async () => {
      await using shell = await opened();
      await cluster.rollOut();
      await type(shell, "show plans", /broker {2}deploy .*broker-0[\s\S]*broker {2}recovery .* done/);
      await shell.until(/R3 rolling out> $/);
      await cluster.endRollOut();
      await type(shell, "show plans", /broker {2}deploy .* done/);
      await shell.until(/R3> $/);
    });

    test("says after Ctrl-C on a wait which work continues", async () => {
      await using shell = await opened();
      await cluster.rollOut();
      shell.type("broker.plans.wait({ plan: 'deploy' })\r");
      await shell.until("plans.wait");
      await new Promise((resolve) => setTimeout(resolve, 300));
      shell.type(CTRL_C);
      await shell.until("no longer waiting: the rollout continues; use show plans to see its state");
      await shell.until(PROMPT);
      expect(shell.screen().join("\n")).not.toMatch(/plans\.wait ·/);
      await cluster.endRollOut();
    });

    test("knows words without brackets, and shows the selected service in the prompt", async () => {
      await using shell = await opened();
      await type(shell, "show topics", /payments/);
      await type(shell, "show topic orders", /leader epoch/);
      await type(shell, "use kafka", /message broker kafka, R3/);
      await shell.until(/kafka R3.*> $/);
      await type(shell, "help broker.topics.create", 'broker.topics.create({ topic: "orders", partitions: 12, replication: 3 })');
      await type(shell, "use nothing", /there is no connection or service "nothing"/);
    });
  },
);
