import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { hasPseudoTerminal, type PseudoTerminal } from "@reeve/testing/pseudo-terminal";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Home, makeHome, open, startCluster, type TestCluster, TOKEN } from "./shell.ts";

const CTRL_C = "\u0003";

describe.skipIf(!hasPseudoTerminal)(
  "the shell at more than one cluster, and at bad ones (skipped where `script` of util-linux is missing)",
  { timeout: 60_000 },
  () => {
    let cluster: TestCluster;
    let home: Home;

    beforeAll(async () => {
      cluster = await startCluster();
    });
    afterAll(() => cluster[Symbol.asyncDispose]());
    beforeEach(() => {
      home = makeHome();
      return () => home[Symbol.dispose]();
    });

    /** Stores profiles in the same form as the command line. */
    const profiles = (current: string, all: Readonly<Record<string, string>>) => {
      const folder = join(home.folder, "reeve");
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const entries = Object.entries(all);
      const made = entries.map(([name, url]) => [name, { url, login: { by: "token" }, services: { broker: { service: "kafka" } } }]);
      const secrets = Object.fromEntries(entries.map(([name, url]) => [name, { url, token: TOKEN }]));
      const write = (file: string, value: object) =>
        writeFileSync(join(folder, file), JSON.stringify({ version: 1, ...value }), { mode: 0o600 });
      write("profiles.json", { current, profiles: Object.fromEntries(made) });
      write("secrets.json", { secrets });
    };
    const opened = async (prompt: string) => {
      const shell = open(home);
      await shell.until(prompt);
      return shell;
    };
    const type = async (shell: PseudoTerminal, line: string, answer: string | RegExp) => {
      shell.type(`${line}\r`);
      await shell.until(answer);
      await shell.until(/> $/);
    };

    test("connects to one profile, to another, and to both; the prompt shows the cluster, the service and the revision", async () => {
      profiles("prod", { prod: cluster.url, dev: cluster.url });
      await using shell = await opened("prod kafka");
      await type(shell, "broker.topics.list().length + 100", /^104$/m);
      await shell.until("prod kafka R3> ");
      shell.type("connect d\t");
      await shell.until("connect dev");
      shell.type("\r");
      await shell.until(/^dev kafka/m);
      await type(shell, "kafka.pods.list().length + 200", /^203$/m);
      await shell.until("dev kafka R3> ");
      await type(shell, "prod.broker.topics.list().length + 300", /^304$/m);
      await type(shell, "show connections", /^prod .*$\s^dev .*typed at$/m);
      await type(shell, "use prod", /^prod kafka R3> $/m);
      await type(shell, "connect prodd", 'there is no profile "prodd"; there are prod, dev. Did you mean "prod"?');
      expect(shell.raw()).not.toContain(TOKEN);
    });

    test("shows in the prompt that a rollout is running, and then that it is complete", async () => {
      profiles("prod", { prod: cluster.url });
      await cluster.rollOut();
      await using shell = await opened("prod kafka");
      await shell.until("prod kafka R3 rolling out> ");
      shell.type("1 +");
      await cluster.endRollOut();
      // The typed text stays when the prompt changes.
      await shell.until("prod kafka R3> 1 +");
      await type(shell, " 1", /^2$/m);
    });

    test("continues a watch after a lost connection, and reports the outage", async () => {
      profiles("prod", { prod: cluster.url });
      await using shell = await opened("prod kafka");
      await cluster.rollOut();
      shell.type("watch\r");
      await shell.until(/broker-0 +starting/);
      await cluster.down(2_500);
      await shell.until(/! the server does not answer: .* cannot be reached/);
      await cluster.continueRollOut();
      await shell.until(/deploy {2}COMPLETE/);
      await shell.until(/> $/);
      expect(shell.screen().join("\n")).not.toContain("does not answer");
    });

    test("gives the prompt back if a server does not answer, and Tab does not wait for the server", async () => {
      const silent = createServer(() => undefined).listen(0, "127.0.0.1");
      await once(silent, "listening");
      const { port } = silent.address() as { port: number };
      profiles("mute", { mute: `http://127.0.0.1:${port}` });
      await using shell = await opened("mute kafka");
      shell.type("broker.topics.list()\r");
      await shell.until("topics.list()");
      shell.type(CTRL_C);
      await shell.until(/cancelled$/m);
      await type(shell, "40 + 2", /^42$/m);
      shell.type('broker.topics.describe({ topic: "\t');
      shell.type(`${CTRL_C}6 * 7 * 100\r`);
      await shell.until(/^4200$/m);
      silent.close();
    });

    test("says what is missing without settings, and starts a simulated cluster on request", async () => {
      await using shell = await opened("reeve> ");
      expect(shell.all()).toContain("No cluster is set. demo starts a simulated one in this process");
      await type(shell, "broker.topics.list()", "error: no cluster is connected: demo starts a simulated one");
      shell.type("demo\r");
      await shell.until(/broker {6}deploy/);
      await shell.until(/^demo kafka R3> $/m);
      await type(shell, 'broker.topics.create({ topic: "orders", partitions: 3, replication: 2 })', 'Created topic "orders".');
      await type(shell, "fileSystem.pods.list().length + 400", /^410$/m);
      shell.type(".exit\r");
      expect(await shell.ended()).toBe(0);
    });

    test("gives the prompt back after Ctrl-C while the simulated cluster is deployed", async () => {
      await using shell = open(home, ["--demo"]);
      await shell.until(/fileSystem {2}deploy .*of 10/);
      shell.type(CTRL_C);
      await shell.until(/^demo kafka/m);
      await type(shell, "20 + 1", /^21$/m);
    });
  },
);
