import type { Reeve } from "@reeve/service";
import { afterAll, beforeAll, expect, test } from "vitest";
import { homeAt, startCluster } from "./cluster.ts";
import { reeve } from "./command-line.ts";
import { offeredAt } from "./completion-at.ts";

let cluster: Reeve;
beforeAll(async () => {
  cluster = await startCluster("kafka-r1", "cassandra");
});
afterAll(() => cluster.close());

test("nodes are a table in every revision", async () => {
  using home = homeAt(cluster, "kafka-r1");
  const { code, out } = await reeve(home, "broker nodes list");
  expect({ code, lines: out.trimEnd().split("\n") }).toEqual({
    code: 0,
    lines: [
      expect.stringMatching(/^NODE +STATE +SINCE +AGENT +ADDRESS *$/),
      expect.stringMatching(/^broker-0 +running +\d{4}-\S+Z +agent-\S+ +198\.18\.\d+\.\d+:9092 *$/),
      expect.stringMatching(/^broker-1 +running/),
      expect.stringMatching(/^broker-2 +running/),
    ],
  });
  const unknown = await reeve(home, "broker nodes restart brokr-1");
  expect(unknown).toMatchObject({ code: 6, err: expect.stringContaining("broker-1") });
});

test("a restart and a replacement of any node can be waited for; a replacement asks first, and can be forced", async () => {
  using home = homeAt(cluster, "cassandra");
  expect(await reeve(home, "wc nodes restart 0 --wait --timeout 30s")).toMatchObject({
    code: 0,
    out: "0 has been restarted and is back.\n",
  });
  const unasked = await reeve(home, "wc nodes replace node-1 --wait");
  expect(unasked).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
  const dry = await reeve(home, "wc nodes replace node-1 --force-data-loss --dry-run");
  expect(dry.out).toContain("POST ");
  expect(dry.out).toContain("/reeve/v1/services/cassandra/nodes/node-1/replace?force=data-loss");
  expect(await reeve(home, "wc nodes replace node-1 --yes --force-data-loss --wait --timeout 30s")).toMatchObject({
    code: 0,
    out: "node-1 has been replaced and is back.\n",
  });
});

test("a pause can be waited for, also of a node that is paused already, and a restart ends it", async () => {
  using home = homeAt(cluster, "cassandra");
  for (let time = 0; time < 2; time++) {
    expect(await reeve(home, "wc nodes pause node-2 --wait --timeout 30s")).toMatchObject({
      code: 0,
      out: "node-2 is paused.\n",
    });
    expect((await reeve(home, "wc nodes show node-2 --json")).out).toMatch(/"state": ?"paused"/);
  }
  expect(await reeve(home, "wc nodes restart node-2 --wait --timeout 30s")).toMatchObject({ code: 0 });
});

test("the documented replacement can be forced, too", async () => {
  using home = homeAt(cluster, "kafka-r1");
  const { out } = await reeve(home, "broker brokers replace 1 --force-data-loss --dry-run");
  expect(out).toContain("PUT ");
  expect(out).toContain("/service/kafka-r1/v1/brokers/1?replace=true&force=data-loss");
});

test("completion knows the nodes", async () => {
  using home = homeAt(cluster, "cassandra");
  expect(await offeredAt(home, ["wide-column", "nodes", "restart", ""])).toEqual(["node-0", "node-1", "node-2"]);
});
