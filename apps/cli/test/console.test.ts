import { expect, test } from "vitest";
import { homeAt, startCluster } from "./cluster.ts";
import { makeHome, reeve } from "./command-line.ts";
import { startServer } from "./small-server.ts";

test("shows a link that logs in once", async () => {
  await using cluster = await startCluster("kafka-r3");
  using home = homeAt(cluster, "kafka-r3");
  const { code, out } = await reeve(home, "console --json");
  const { url, seconds } = JSON.parse(out);
  expect({ code, url, seconds }).toEqual({
    code: 0,
    url: expect.stringMatching(/^http:\/\/[^/]+\/#once=[\w-]{43}$/),
    seconds: 60,
  });
  const login = () =>
    cluster.fetch(`${cluster.url}/reeve/v1/console/logins`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code: url.split("=")[1] }),
    });
  expect(await (await login()).json()).toEqual({ token: cluster.token });
  expect((await login()).status).toBe(401);
  expect((await reeve(home, "console")).out).toMatch(/^http\S+#once=\S+\nThe link works once, within 60 seconds\.\n$/);
});

test("says that a foreign server has no console", async () => {
  await using server = await startServer((_, answer) => {
    answer.writeHead(404, { "content-type": "application/json" });
    answer.end("{}");
  });
  using home = makeHome({ REEVE_URL: server.url, REEVE_TOKEN: "a-token-of-sixteen" });
  const { code, err } = await reeve(home, "console");
  expect({ code, err }).toEqual({ code: 6, err: expect.stringContaining("is not a service that reeve up started") });
});
