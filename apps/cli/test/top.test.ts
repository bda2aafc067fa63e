import { expect, test } from "vitest";
import { homeAt, startCluster } from "./cluster.ts";
import { makeHome, reeve } from "./command-line.ts";
import { startServer } from "./small-server.ts";

const usage = (processor: number) => ({
  ...{ node: "broker-0", memory: 2 ** 28, memory_limit: 2 ** 29 },
  ...{ processor, cpus: 2, disk: 2 ** 20, disk_limit: 2 ** 30 },
});

test("the usage of nodes is shown with its limits; processor use is computed from two samples", async () => {
  let polls = 0;
  await using server = await startServer((request, answer) => {
    const isThere = request.url === "/reeve/v1/services/kafka/usage";
    if (isThere) polls++;
    answer.writeHead(isThere ? 200 : 404, { "content-type": "application/json" });
    answer.end(JSON.stringify(isThere ? [usage(polls * 0.5)] : {}));
  });
  using home = makeHome({ REEVE_URL: server.url, REEVE_TOKEN: "a-token-of-sixteen" });
  const { code, out } = await reeve(home, "top --service broker=kafka --revision broker=R3");
  expect({ code, lines: out.trimEnd().split("\n") }).toEqual({
    code: 0,
    lines: [
      expect.stringMatching(/^SERVICE +NODE +MEMORY +PROCESSORS +DISK$/),
      expect.stringMatching(/^kafka +broker-0 +256\.0 MiB of 512\.0 MiB, 50 % +0\.\d+ of 2, \d+ % +1\.0 MiB of 1\.0 GiB, 0 %$/),
    ],
  });
  const processors = Number(/(0\.\d+) of 2/.exec(out)?.[1]);
  expect(processors).toBeGreaterThan(0.05);
  expect(processors).toBeLessThanOrEqual(0.5);
});

test("simulated nodes use nothing, and a server that cannot report usage is named", async () => {
  await using cluster = await startCluster("kafka-r3");
  using home = homeAt(cluster, "kafka-r3");
  expect(await reeve(home, "top")).toMatchObject({
    code: 0,
    out: "kafka-r3: all of its nodes are simulated, without traffic\n",
  });
  await using server = await startServer((_, answer) => answer.writeHead(404).end());
  using other = makeHome({ REEVE_URL: server.url, REEVE_TOKEN: "a-token-of-sixteen" });
  expect(await reeve(other, "top --service broker=kafka --revision broker=R3")).toMatchObject({
    code: 6,
    err: expect.stringContaining("only the Reeve service reports the resource usage of nodes"),
  });
});
