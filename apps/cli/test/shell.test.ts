import type { Reeve } from "@reeve/service";
import { hasPseudoTerminal } from "@reeve/testing/pseudo-terminal";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { homeAt, startCluster } from "./cluster.ts";
import { reeveProcess, typed } from "./command-line.ts";

describe("the shell, as a part of the command line", () => {
  let cluster: Reeve;
  beforeAll(async () => {
    cluster = await startCluster("kafka-r3");
  });
  afterAll(() => cluster.close());

  test("evaluates, with the cluster and the flags of every command, and ends with its own exit code", async () => {
    using home = homeAt(cluster, "kafka-r3");
    const create = 'broker.topics.create({ topic: "orders", partitions: 1, replication: 3 })';
    expect(await reeveProcess(home, ["repl", "-e", create])).toMatchObject({
      code: 0,
      out: 'Created topic "orders".\n',
    });
    expect(await reeveProcess(home, ["repl", "--json", "--eval", "broker.topics.list()"])).toMatchObject({
      code: 0,
      out: '["orders"]\n',
    });
    expect(await reeveProcess(home, ["repl"], { input: "1 + 1\n" })).toMatchObject({ code: 0, out: "2\n" });
    expect((await reeveProcess(home, ["repl", "-e", 'broker.topics.describe({ topic: "nix" })'])).code).toBe(6);
    expect(await reeveProcess(home, ["repl", "--nonsense"])).toMatchObject({ code: 2 });
  });

  test.skipIf(!hasPseudoTerminal)("evaluates typed input", async () => {
    using home = homeAt(cluster, "kafka-r3");
    await using shell = typed(home, "repl --quiet");
    await shell.until(/> $/);
    shell.type("broker.plans.list().length + 40\r");
    await shell.until(/^42$/m);
    shell.type(".exit\r");
    expect(await shell.ended()).toBe(0);
  });

  test.skipIf(!hasPseudoTerminal)("gives the prompt back after Ctrl-C in code that does not end", async () => {
    using home = homeAt(cluster, "kafka-r3");
    await using shell = typed(home, "repl --quiet");
    await shell.until(/> $/);
    // The second round shows that the first Ctrl-C has not removed the process's listener for the signal.
    for (const result of ["41", "42"]) {
      shell.type(`console.log("begun", ${result} + 100); while (true) {}\r`);
      await shell.until(`begun ${Number(result) + 100}`);
      shell.type("\u0003");
      await shell.until(/cancelled\s+.*> $/);
      shell.type(`${result} + 0\r`);
      await shell.until(new RegExp(`^${result}$`, "m"));
    }
  });
});
