import type { Reeve } from "@reeve/service";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, homeAt, startCluster } from "./cluster.ts";
import { reeve } from "./command-line.ts";
import { startServer } from "./small-server.ts";

let cluster: Reeve;
beforeAll(async () => {
  cluster = await startCluster("kafka-r1", "kafka-r3", "hdfs-v2");
});
afterAll(() => cluster.close());

test.each([
  ["kafka-r1", "broker brokers list", "0\n1\n2\n"],
  ["kafka-r3", "broker pods list", "broker-0\nbroker-1\nbroker-2\n"],
] as const)("of %s, %s: names, and with -o wide a table", async (service, line, names) => {
  using home = homeAt(cluster, service);
  expect((await reeve(home, line)).out).toBe(names);
  const { code, out } = await reeve(home, `${line} -o wide`);
  expect({ code, lines: out.trimEnd().split("\n") }).toEqual({
    code: 0,
    lines: [
      expect.stringMatching(/^NODE +STATE +SINCE +AGENT +ADDRESS *$/),
      expect.stringMatching(/^broker-0 +running +\S+Z +agent-\S+ +198\.18\.\d+\.\d+:9092 *$/),
      expect.stringMatching(/^broker-1 +running/),
      expect.stringMatching(/^broker-2 +running/),
    ],
  });
});

test("of plans: the current activity of each plan", async () => {
  using home = homeAt(cluster, "kafka-r3");
  expect((await reeve(home, "broker plans list -o wide")).out.trimEnd().split("\n")).toEqual([
    expect.stringMatching(/^PLAN +STATUS +STEPS +NOW/),
    expect.stringMatching(/^deploy +complete +4 of 4/),
    expect.stringMatching(/^recovery +complete +0 of 0/),
  ]);
});

test("of configurations: which of them is the target, and how the others differ from it", async () => {
  using home = homeAt(cluster, "kafka-r3");
  const wide = async () => (await reeve(home, "broker configurations list -o wide")).out.trimEnd().split("\n");
  expect(await wide()).toEqual([
    expect.stringMatching(/^CONFIGURATION +TARGET +DIFFERS FROM THE TARGET/),
    expect.stringMatching(/^[\da-f-]{36} +yes/),
  ]);
  const input = (await reeve(home, "definition show")).out.replace(
    "kafka-r3:\n",
    "kafka-r3:\n    engineConfiguration: { log.retention.hours: 5 }\n",
  );
  expect(await reeve(home, "deploy - --only kafka-r3", { input })).toMatchObject({ code: 0 });
  const [, ...rows] = await wide();
  expect(rows).toHaveLength(2);
  expect(rows.filter((row) => /^[\da-f-]{36} +yes/.test(row))).toHaveLength(1);
  expect(
    rows.find((row) => row.includes("log.retention.hours")),
    rows.join("\n"),
  ).toMatch(/engineConfiguration\.log\.retention\.hours=-/);
});

test("contain only names on a server that cannot list nodes", async () => {
  await using server = await startServer((request, answer) => {
    const isThere = request.url === "/service/kafka-r3/v1/pod";
    answer.writeHead(isThere ? 200 : 404, { "content-type": "application/json" }).end(isThere ? '["broker-0"]' : "{}");
  });
  using home = homeAt({ url: server.url, token: "a-token-of-sixteen" }, "kafka-r3");
  expect(await reeve(home, "broker pods list -o wide --revision R3")).toMatchObject({ code: 0, out: "broker-0\n" });
});

test("are watched: each new and each removed line has its time", async () => {
  using home = homeAt(cluster, "kafka-r3");
  const topic = (method: string, query = "") => ask(cluster, method, `/service/kafka-r3/v1/topics/watched${query}`);
  const watching = reeve(home, "broker topics list --watch", {
    onOutput: (text) => {
      if (/ {2}watched\n$/.test(text)) void topic("DELETE");
    },
    interruptAt: /watched is gone/,
  });
  await topic("POST", "?partitions=1&replication=1");
  const { code, out } = await watching;
  expect([code, out]).toEqual([130, expect.stringMatching(/^\S+Z {2}watched\n\S+Z {2}watched is gone\n$/)]);
});

test("are watched as documents until the timeout", async () => {
  using home = homeAt(cluster, "kafka-r3");
  expect(await reeve(home, "broker pods list -w --json --timeout 2s")).toMatchObject({
    code: 0,
    out: '["broker-0","broker-1","broker-2"]\n',
  });
});
