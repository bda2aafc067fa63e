import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Reeve, startReeve } from "@reeve/service";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startCluster } from "./cluster.ts";
import { type Home, makeHome, reeve } from "./command-line.ts";
import { startSaying, startServer } from "./small-server.ts";

describe("the services of a server", () => {
  let cluster: Reeve;
  let home: Home;
  beforeAll(async () => {
    cluster = await startReeve({
      services: {
        events: { kind: "broker", revision: "R3", pace: 0 },
        hot: { kind: "wide-column", pace: 0 },
        cold: { kind: "wide-column", pace: 0 },
      },
    });
  });
  afterAll(() => cluster.close());
  beforeEach(() => {
    home = makeHome();
    writeFileSync(join(home.folder, "token"), cluster.token);
    return () => home[Symbol.dispose]();
  });
  const services = async (name: string) => JSON.parse((await reeve(home, `profiles show ${name} --json`)).out).services ?? {};

  test("are filled in by a login, except a kind of which there are several", async () => {
    const added = await reeve(home, `profiles add mine --url ${cluster.url}`);
    expect(added).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^note: no services.*reeve login --profile mine/),
    });
    expect(await services("mine")).toEqual({});
    const login = await reeve(home, "login", { input: cluster.token });
    expect(login).toEqual({
      code: 0,
      out: expect.stringContaining("Its services: events (broker).\n"),
      err: expect.stringMatching(
        /^note: this server has 2 wide-column services.*: (hot, cold|cold, hot)\. reeve profiles change mine --service wide-column=NAME/,
      ),
    });
    expect(await services("mine")).toEqual({ broker: { service: "events" } });
    expect((await reeve(home, "broker topics list")).code).toBe(0);
    const unset = await reeve(home, "wide-column nodes list");
    expect(unset).toMatchObject({ code: 2, err: expect.stringMatching(/There are: (hot, cold|cold, hot)\.$/m) });
  });

  test("are filled in by reeve profiles add with a login, and never replace those that were typed", async () => {
    const line = `profiles add mine --url ${cluster.url} --token-file token`;
    expect(await reeve(home, `${line} --json`)).toMatchObject({
      code: 0,
      out: expect.stringContaining('"services":{"broker":"events"}'),
    });
    expect(await services("mine")).toEqual({ broker: { service: "events" } });
    await reeve(home, `${line.replace("mine", "own")} --service broker=event,wc=cold`);
    const login = await reeve(home, "login --profile own", { input: cluster.token });
    expect(login.err).toBe('note: the broker service of the profile, "event", is not on this server. Did you mean "events"?\n');
    expect(await services("own")).toEqual({ broker: { service: "event" }, "wide-column": { service: "cold" } });
  });

  test("are not asked with a token of the environment, which may be for another server", async () => {
    const seen: (string | undefined)[] = [];
    await using server = await startServer(({ headers }, answer) => {
      seen.push(headers.authorization);
      answer.writeHead(401).end();
    });
    const env = { REEVE_TOKEN: "canary" };
    expect((await reeve(home, `profiles add mine --url ${server.url}`, { env })).code).toBe(0);
    expect(seen).toEqual([undefined]);
  });

  test.each([
    [404, "Not found", "text/plain"],
    [200, "<html>", "text/html"],
    [200, "{}", "application/json"],
  ])("are named by the user if the server is of another make: %i %s", async (status, body, type) => {
    await using server = await startSaying(status, body, { "content-type": type });
    const added = await reeve(home, `profiles add mine --url ${server.url}`);
    expect(added).toMatchObject({ code: 0, out: expect.stringContaining("Added profile mine") });
    expect(added.err).toBe(
      `note: ${server.url} is a server of another make and lists no services: name them with reeve profiles change mine --service broker=NAME\n`,
    );
  });

  test("of a server that cannot be reached are left out, and the profile is stored", async () => {
    const added = await reeve(home, "profiles add mine --url http://127.0.0.1:1");
    expect(added).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^note: no services were filled in: .*cannot be reached/),
    });
    expect(await services("mine")).toEqual({});
  });
});

describe("a wrong name of a service", () => {
  let cluster: Reeve;
  beforeAll(async () => {
    cluster = await startCluster("kafka-r3", "cassandra", "hdfs-v1");
  });
  afterAll(() => cluster.close());

  test.each([
    ["broker topics list", 'no broker service "kafka-r2" at URL. Did you mean "kafka-r3"?'],
    ["broker plans wait", 'no broker service "kafka-r2" at URL. Did you mean "kafka-r3"?'],
    ["broker plans watch", 'no broker service "kafka-r2" at URL. Did you mean "kafka-r3"?'],
    ["broker topics list --service cassandra", 'no broker service "cassandra" at URL: it is a wide-column service. There are: kafka-r3.'],
    ["wide-column nodes list", 'no wide-column service "kafka-r2" at URL. There are: cassandra.'],
    ["status --service kafka-r2", 'no broker service "kafka-r2" at URL. Did you mean "kafka-r3"?'],
    ["doctor", 'no broker service "kafka-r2" at URL. Did you mean "kafka-r3"?'],
  ])("%s", async (line, message) => {
    using home = makeHome({ REEVE_URL: cluster.url, REEVE_TOKEN: cluster.token, REEVE_SERVICE: "kafka-r2" });
    const { code, err } = await reeve(home, line);
    expect({ code, err }).toEqual({ code: 6, err: expect.stringContaining(message.replace("URL", cluster.url)) });
  });
});
