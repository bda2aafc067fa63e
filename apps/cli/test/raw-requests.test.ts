import { describe, expect, test } from "vitest";
import { makeHome, reeve } from "./command-line.ts";
import { startServer } from "./small-server.ts";

describe("the keys of a backup in a raw request", () => {
  const input = JSON.stringify({ backup_name: "b", s3_access_key: "canary-access", s3_secret_key: "canary-secret" });

  test.each(["PUT /service/cassandra/v1/backup/start", "POST /service/another/v1/backup/start", "PUT /service/cassandra/v1/backups/strat"])(
    "%s: are not shown by a dry run",
    async (request) => {
      using home = makeHome({ REEVE_URL: "http://cluster.invalid/", REEVE_SERVICE: "wide-column=cassandra" });
      for (const flags of ["", "--json", "-o yaml", "-v"]) {
        const { code, out, err } = await reeve(home, `api ${request} --input - --dry-run ${flags}`, { input });
        expect({ code, err }, flags).toEqual({ code: 0, err: "" });
        expect(out, flags).toContain("backup_name");
        expect(out, flags).toContain("<redacted>");
        expect(out, flags).not.toContain("canary");
      }
    },
  );

  test("are not shown by a refusal that repeats the request", async () => {
    await using server = await startServer((request, answer) => {
      let body = "";
      request.on("data", (piece) => {
        body += piece;
      });
      request.on("end", () => answer.writeHead(400).end(`cannot do ${body}`));
    });
    using home = makeHome({ REEVE_URL: server.url, REEVE_SERVICE: "wide-column=cassandra" });
    for (const flags of ["", "--json", "-vv"]) {
      const line = `api PUT /service/cassandra/v1/backup/start --input - ${flags}`;
      const { code, out, err } = await reeve(home, line, { input });
      expect({ code, out }, flags).toEqual({ code: 2, out: "" });
      expect(err, flags).toContain("<redacted>");
      expect(err, flags).not.toContain("canary");
    }
  });

  test("are not shown by an answer that repeats the request, anywhere in it", async () => {
    await using server = await startServer((request, answer) => {
      let body = "";
      request.on("data", (piece) => {
        body += piece;
      });
      request.on("end", () => {
        const received = { got: body, query: request.url, token: request.headers.authorization, count: 3 };
        answer.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(received));
      });
    });
    using home = makeHome({ REEVE_URL: server.url, REEVE_TOKEN: "canary-t0ken" });
    const nested = JSON.stringify({
      uid: "robot",
      password: "canary-pass",
      store: [{ s3_secret_key: "canary-nested" }],
    });
    for (const flags of ["", "--json", "-o yaml", "--query got", "-vv"]) {
      const line = `api POST /acs/api/v1/auth/login?token=canary-query --input - ${flags}`;
      const { code, out, err } = await reeve(home, line, { input: nested });
      expect(code, err).toBe(0);
      expect(out, flags).toContain("<redacted>");
      expect(out + err, flags).not.toContain("canary");
      const dry = await reeve(home, `${line} --dry-run`, { input: nested });
      expect([dry.code, (dry.out + dry.err).includes("canary")], flags).toEqual([0, false]);
    }
    const { out } = await reeve(home, "api POST /x --json", {});
    expect(JSON.parse(out)).toMatchObject({ got: "", count: 3, token: "token=<redacted>" });
  });
});

test("a path with a body is sent as a POST, and a method that is typed stays", async () => {
  const seen: string[] = [];
  await using server = await startServer((request, answer) => {
    seen.push(`${request.method} ${request.url}`);
    answer.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  using home = makeHome({ REEVE_URL: server.url });
  for (const line of ["api /one --input -", "api PUT /two --input -", "api /three"]) {
    expect((await reeve(home, line, { input: "{}" })).code, line).toBe(0);
  }
  expect(seen).toEqual(["POST /one", "PUT /two", "GET /three"]);
});
