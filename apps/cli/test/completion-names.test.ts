import type { Reeve } from "@reeve/service";
import { hasPseudoTerminal, openPseudoTerminal } from "@reeve/testing/pseudo-terminal";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCluster } from "./cluster.ts";
import { type Home, makeHome, reeve } from "./command-line.ts";
import { has, offeredAt, shellEnvironment } from "./completion-at.ts";

describe("completion of names", () => {
  let cluster: Reeve;
  let home: Home;
  beforeAll(async () => {
    cluster = await startCluster("kafka-r3", "kafka-r1", "cassandra");
    home = makeHome({
      REEVE_URL: cluster.url,
      REEVE_TOKEN: cluster.token,
      REEVE_SERVICE: "broker=kafka-r3,wc=cassandra",
    });
    await reeve(home, "broker topics create orders --partitions 1 --replication 1");
    await reeve(home, "broker topics create payments --partitions 1 --replication 1");
  });
  afterAll(async () => {
    home[Symbol.dispose]();
    await cluster.close();
  });

  const offered = (...words: readonly string[]) => offeredAt(home, words);
  const nodes = ["node-0", "node-1", "node-2"];

  test("finds the nodes of a database in the plan that deploys them", async () => {
    expect(await offered("wc", "nodes", "status", "")).toEqual(nodes);
    expect(await offered("wc", "repair", "start", "--nodes", "node-")).toEqual(nodes);
    expect(await offered("wc", "repair", "start", "--nodes", "node-1,")).toEqual(["node-1,node-0", "node-1,node-2"]);
    expect(await offered("wc", "repair", "start", "--nodes=node-1,node-0,")).toEqual(["--nodes=node-1,node-0,node-2"]);
    expect((await reeve(home, "wc nodes status 9")).err).toMatch(/^error: no node "9" in cassandra\. There are: node-0,/);
  });

  test("offers for a list of topics or brokers only those that are not in the list yet", async () => {
    const balance = ["broker", "partitions", "balance"];
    expect(await offered(...balance, "--topics", "")).toEqual(["orders", "payments"]);
    expect(await offered(...balance, "--topics", "orders,")).toEqual(["orders,payments"]);
    expect(await offered(...balance, "--topics=payments,o")).toEqual(["--topics=payments,orders"]);
    expect(await offered(...balance, "--away-from", "broker-1,")).toEqual(["broker-1,broker-0", "broker-1,broker-2"]);
  });

  test("offers the nodes of every service that can show logs", async () => {
    expect(await offered("logs", "")).toEqual(["broker-0", "broker-1", "broker-2", ...nodes]);
    expect(await offered("logs", "--service", "broker=kafka-r1", "b")).toEqual(["broker-0", "broker-1", "broker-2"]);
  });

  test("offers revisions in the form that each command expects", async () => {
    expect(await offered("broker", "topics", "list", "--revision", "")).toEqual(["R1", "R2", "R3"]);
    expect(await offered("up", "--revision", "file")).toEqual(["file-system=V1", "file-system=V2"]);
    expect(await offered("up", "--revision=broker=R")).toEqual([1, 2, 3].map((each) => `--revision=broker=R${each}`));
    expect(await offered("up", "--revision", "broker=R1,wide")).toEqual(["broker=R1,wide-column=W1"]);
  });

  test("offers instances from the settings and from the running service", async () => {
    expect(await offered("broker", "topics", "list", "--service", "")).toEqual(["kafka-r3", "kafka-r1"]);
    expect(await offered("status", "--service", "wide")).toEqual(["wide-column=cassandra"]);
    using away = makeHome({ REEVE_URL: "http://127.0.0.1:1", REEVE_SERVICE: "broker=mine" });
    const { out } = await reeve(away, ["__complete", "broker", "topics", "list", "--service", ""]);
    expect(out).toBe("mine\t\n");
  });

  test("continues within help, and within quotes", async () => {
    expect(await offered("help", "bro")).toEqual(["broker"]);
    expect(await offered("help", "broker", "to")).toEqual(["topics"]);
    expect(await offered("help", "broker", "topics", "describe", "")).toEqual([]);
    expect(await offered("broker", "topics", "describe", '"or')).toEqual(["orders"]);
    expect(await offered("broker", "topics", "list", "--service", '"kafka-r3"', "--output", "'js")).toEqual(["json", "jsonl"]);
  });

  test.skipIf(!has("bash") || !hasPseudoTerminal)("a bash closes the quotes", async () => {
    await using bash = openPseudoTerminal(["bash", "--norc", "--noprofile", "-i"], shellEnvironment(home));
    await bash.until(/\$ $/);
    bash.type('eval "$(reeve completion bash)"; echo rea""dy\r');
    await bash.until("ready");
    bash.type('reeve broker topics describe "ord\t');
    await bash.until(/describe "orders" *$/m);
    bash.type("\u0015exit\r");
    await bash.ended();
  });
});
