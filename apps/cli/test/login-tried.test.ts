import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Reeve, startReeve } from "@reeve/service";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Home, makeHome, reeve, typed } from "./command-line.ts";
import { startSaying, startServer } from "./small-server.ts";

const stored = ({ folder }: Home): readonly string[] =>
  ["profiles.json", "secrets.json"].filter((file) => existsSync(join(folder, "reeve", file)));

describe("a login without an answer is not stored:", () => {
  test.each([
    ["everything is unknown there", 404, "", {}, 6],
    ["it sends everybody elsewhere", 302, "", { location: "https://elsewhere.example/login" }, 9],
    ["it answers everybody the same page", 200, "<html>", { "content-type": "text/html" }, 6],
    ["it answers everybody the same JSON", 200, "[]", {}, 6],
    ["it is down behind its gateway", 503, "Service is down", {}, 8],
  ])("%s", async (_, status, body, headers, code) => {
    await using server = await startSaying(status, body, headers);
    for (const settings of [{}, { REEVE_SERVICE: "kafka" }]) {
      using home = makeHome({ REEVE_URL: server.url, ...settings });
      for (const [line, input] of [
        ["login", "canary-t0ken"],
        ["login --token-command", "echo canary-t0ken"],
        ["login --uid robot", "canary-pass"],
      ] as const) {
        const words = [...line.split(" "), ...(line.endsWith("command") ? [input] : [])];
        const ended = await reeve(home, words, { input });
        expect(ended, line).toMatchObject({ out: "", err: expect.stringMatching(/^error: /) });
        expect(ended.code, `${line}: ${ended.err}`).not.toBe(0);
        if (line === "login") expect(ended.code, ended.err).toBe(code);
        expect(ended.err, line).not.toContain("canary");
        expect(stored(home), line).toEqual([]);
      }
    }
  });
});

describe("a login that was answered", () => {
  test.each([{}, { REEVE_SERVICE: "kafka" }])("is stored, even on a server that answers only logged-in users: %j", async (settings) => {
    await using server = await startServer((request, answer) => {
      const knows = request.headers.authorization === "token=good";
      answer.writeHead(knows ? 404 : 401).end(knows ? "Service not found" : "");
    });
    using home = makeHome({ REEVE_URL: server.url, ...settings });
    const wrong = await reeve(home, "login", { input: "wrong" });
    expect([wrong.code, stored(home)]).toEqual([4, []]);
    const good = await reeve(home, "login", { input: "good" });
    expect(good, good.err).toMatchObject({
      code: 0,
      out: expect.stringContaining("uses this login: a stored token."),
    });
    expect(stored(home)).toEqual(["profiles.json", "secrets.json"]);
  });
});

describe("a cluster with an authority of its own", () => {
  let folder: Home;
  let cluster: Reeve;
  beforeAll(async () => {
    folder = makeHome();
    cluster = await startReeve(
      { tls: true, services: { kafka: { kind: "broker", revision: "R3", pace: 0 } } },
      { state: join(folder.folder, "state"), host: "localhost" },
    );
  });
  afterAll(async () => {
    await cluster.close();
    folder[Symbol.dispose]();
  });

  test("asks for trust before it asks for a secret, names the authority, and keeps a confirmed trust", async () => {
    using home = makeHome({ REEVE_URL: cluster.url, REEVE_SERVICE: "kafka" });
    {
      await using terminal = typed(home, "login");
      await terminal.until("do you trust the authority?");
      expect(terminal.all()).toContain(`cluster      ${cluster.url}`);
      expect(terminal.all()).not.toContain("Token");
      terminal.type("no\r");
      expect(await terminal.ended()).toBe(130);
      expect(stored(home)).toEqual([]);
    }
    {
      await using terminal = typed(home, "login");
      await terminal.until("do you trust the authority?");
      terminal.type("yes\r");
      await terminal.until(`Token for ${cluster.url}: `);
      terminal.type("not-the-token\r");
      expect(await terminal.ended()).toBe(4);
    }
    expect(JSON.parse(readFileSync(join(home.folder, "reeve/profiles.json"), "utf8")).profiles).toMatchObject({
      localhost: { url: cluster.url, ca: { fingerprint: expect.any(String) } },
    });
    await using terminal = typed(home, "login");
    await terminal.until(`Token for ${cluster.url}: `);
    expect(terminal.all()).not.toContain("do you trust the authority?");
    terminal.type(`${cluster.token}\r`);
    expect(await terminal.ended()).toBe(0);
    expect((await reeve(home, "broker topics list")).code).toBe(0);
  });

  test("that is not trusted gets no token from a file either", async () => {
    using home = makeHome({ REEVE_URL: cluster.url, REEVE_SERVICE: "kafka" });
    writeFileSync(join(home.folder, "token"), `${cluster.token}\n`);
    const { code, err } = await reeve(home, "login --token-file token");
    expect({ code, err, stored: stored(home) }).toEqual({
      code: 11,
      err: expect.stringContaining("reeve login --trust"),
      stored: [],
    });
  });
});

test("an unreachable host is reported before a secret is asked for", async () => {
  using home = makeHome({ REEVE_URL: "https://127.0.0.1:1" });
  await using terminal = typed(home, "login");
  expect(await terminal.ended()).toBe(10);
  expect(terminal.all()).not.toContain("Token");
});
