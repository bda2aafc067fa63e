import { createPrivateKey } from "node:crypto";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { password, serviceAccount, token, tokenCommand, tokenFile, tokenFromEnvironment } from "@reeve/auth";
import { failureOf } from "@reeve/testing/failure-of";
import { describe, expect, test } from "vitest";
import { PASSWORD, startCluster } from "../test/cluster.ts";
import { change, read } from "../test/exchange.ts";
import { json, startServer } from "../test/server.ts";
import type { TransportEvent } from "./events.ts";
import { createTransport } from "./transport.ts";

const robot = { uid: "robot", password: PASSWORD };

describe("a login", () => {
  test("with uid and password", async () => {
    await using cluster = await startCluster();
    const transport = createTransport({ url: cluster.url, credentials: password(robot) });
    for (let call = 0; call < 3; call++) expect((await transport.send(read)).body).toEqual(["orders"]);
    expect([cluster.logins(), cluster.calls()]).toEqual([1, 3]);
  });

  test("as a service account, its key as PKCS#8, PKCS#1, JWK or the text of a JWK", async () => {
    await using cluster = await startCluster();
    const pkcs1 = createPrivateKey(cluster.privateKey).export({ type: "pkcs1", format: "pem" }).toString();
    expect(pkcs1).toContain("BEGIN RSA PRIVATE KEY");
    const keys = [cluster.privateKey, pkcs1, cluster.jwk as Record<string, unknown>, JSON.stringify(cluster.jwk)];
    for (const privateKey of keys) {
      const credentials = serviceAccount({ uid: "robot", privateKey });
      expect((await createTransport({ url: cluster.url, credentials }).send(read)).status).toBe(200);
    }
    expect(cluster.logins()).toBe(4);
  });

  test("as a service account is for this cluster and this login only", async () => {
    await using cluster = await startCluster();
    for (let login = 0; login < 2; login++) {
      const credentials = serviceAccount({ uid: "robot", privateKey: cluster.privateKey });
      await createTransport({ url: `${cluster.url}/`, credentials }).send(read);
    }
    const logins = cluster.requests.filter(({ method }) => method === "POST").map(({ body }) => JSON.parse(body).token);
    const claims = logins.map((login) => JSON.parse(Buffer.from(login.split(".")[1], "base64url").toString()));
    for (const { aud, iat, exp } of claims) expect([aud, exp - iat]).toEqual([cluster.url, 300]);
    expect(new Set(claims.map(({ jti }) => jti)).size).toBe(2);
    for (const { jti } of claims) expect(jti).toMatch(/^[\w-]{36}$/);
  });

  test("goes below the base URL's path, without a token", async () => {
    await using cluster = await startCluster();
    await createTransport({ url: cluster.url, credentials: password(robot) }).send(read);
    expect(cluster.requests[0]).toMatchObject({ method: "POST", url: "/acs/api/v1/auth/login" });
    expect(cluster.requests[0]?.headers.authorization).toBeUndefined();
  });

  test("is reported like any request, without its credentials and the token", async () => {
    await using cluster = await startCluster();
    const events: TransportEvent[] = [];
    const observe = (event: TransportEvent) => events.push(event);
    await createTransport({ url: cluster.url, credentials: password(robot), observe }).send(read);
    expect(events.map(({ kind, method, url }) => [kind, method, url.replace(cluster.url, "")])).toEqual([
      ["login", "GET", expect.any(String)],
      ["request", "POST", "/acs/api/v1/auth/login"],
      ["response", "POST", "/acs/api/v1/auth/login"],
      ["request", "GET", expect.any(String)],
      ["response", "GET", expect.any(String)],
    ]);
    const wrong = password({ uid: "robot", password: "wr0ng-canary" });
    await failureOf(createTransport({ url: cluster.url, credentials: wrong, observe }).send(read));
    expect(events.at(-2)).toMatchObject({ kind: "response", status: 401, excerpt: expect.stringContaining("wrong") });
    expect(JSON.stringify(events)).not.toMatch(new RegExp(`${PASSWORD}|wr0ng|ey[\\w-]+\\.ey`));
  });

  test("that is refused says so in one clear sentence", async () => {
    await using cluster = await startCluster();
    const error = await failureOf(
      createTransport({ url: cluster.url, credentials: password({ uid: "robot", password: "wr0ng" }) }).send(read),
    );
    expect([error.code, error.message]).toEqual([
      "unauthenticated",
      'the login of "robot" was refused (Unauthorized: The supplied credentials are wrong.): check its uid and its key or password',
    ]);
    expect(cluster.calls()).toBe(0);
  });
});

describe("two hundred calls at once", () => {
  test("without a token yet: one login, as many answers", async () => {
    await using cluster = await startCluster();
    const transport = createTransport({ url: cluster.url, credentials: password(robot) });
    const responses = await Promise.all(Array.from({ length: 200 }, () => transport.send(read)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect([cluster.logins(), cluster.calls()]).toEqual([1, 200]);
  });

  test("with a token that the server refuses: one login, as many answers", async () => {
    await using cluster = await startCluster();
    const transport = createTransport({ url: cluster.url, credentials: password(robot) });
    await transport.send(read);
    cluster.revokeAll();
    const responses = await Promise.all(Array.from({ length: 200 }, () => transport.send(change)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(cluster.logins()).toBe(2);
    // Each call was refused at most once and sent once more, because a 401 means that the request had no effect.
    expect(cluster.calls()).toBeLessThanOrEqual(1 + 400);
  });

  test("and a login that fails: one try, the same clear error for all", async () => {
    await using cluster = await startCluster({ closed: true });
    const transport = createTransport({ url: cluster.url, credentials: password(robot) });
    const errors = await Promise.all(Array.from({ length: 200 }, () => failureOf(transport.send(read))));
    expect(new Set(errors.map(({ code, message }) => `${code} ${message}`)).size).toBe(1);
    expect(errors[0]?.code).toBe("unauthenticated");
    expect([cluster.logins(), cluster.calls()]).toEqual([1, 0]);
  });
});

test("tokens that are refused however often they are renewed bring no storm of logins", async () => {
  await using cluster = await startCluster({ lifetime: -60_000, loginTakes: 5 });
  const transport = createTransport({ url: cluster.url, credentials: password(robot) });
  const errors = await Promise.all(Array.from({ length: 100 }, () => failureOf(transport.send(read))));
  expect(new Set(errors.map(({ message }) => message))).toEqual(
    new Set(["the server refused the login of robot: check its uid and password"]),
  );
  for (let call = 0; call < 20; call++) await failureOf(transport.send(read));
  expect(cluster.logins()).toBeLessThanOrEqual(3);
});

describe("a login at an address that has none", () => {
  test.each([404, 302])("that answers %d", async (status) => {
    await using server = await startServer((_, response) => {
      response.writeHead(status, { location: "https://elsewhere.example" });
      response.end();
    });
    const error = await failureOf(createTransport({ url: server.url, credentials: password(robot) }).send(read));
    expect([error.code, error.message]).toEqual([
      "not-found",
      `there is no login at /acs/api/v1/auth/login (${status}): is this the address of a cluster that has logins?`,
    ]);
  });

  test("but a page that refuses it", async () => {
    await using server = await startServer((_, response) => {
      response.writeHead(401, { "content-type": "application/json" });
      response.end("<html>no</html>");
    });
    const error = await failureOf(createTransport({ url: server.url, credentials: password(robot) }).send(read));
    expect([error.code, error.context.status]).toEqual(["unauthenticated", 401]);
  });
});

describe("a token that ends", () => {
  test("is renewed ahead of its end, without a call being refused", async () => {
    await using cluster = await startCluster({ lifetime: 60_000 });
    let now = Date.now();
    const clock = { now: () => now, random: () => 0 };
    const transport = createTransport({ url: cluster.url, credentials: password(robot), clock });
    await transport.send(read);
    now += 25_000;
    await transport.send(read);
    expect(cluster.logins()).toBe(1);
    now += 10_000;
    await transport.send(read);
    expect([cluster.logins(), cluster.calls()]).toEqual([2, 3]);
  });

  test("while a call is under way is renewed by that call", async () => {
    await using cluster = await startCluster();
    const transport = createTransport({ url: cluster.url, credentials: password(robot) });
    await transport.send(read);
    cluster.revokeAll();
    expect(await transport.send(change)).toMatchObject({ status: 200, attempts: 2 });
    expect([cluster.logins(), cluster.calls()]).toEqual([2, 3]);
  });

  test("and is refused even after it was renewed is the end of it", async () => {
    await using cluster = await startCluster({ lifetime: -60_000 });
    const error = await failureOf(createTransport({ url: cluster.url, credentials: password(robot) }).send(read));
    expect([error.code, error.message]).toEqual(["unauthenticated", "the server refused the login of robot: check its uid and password"]);
    expect([cluster.logins(), cluster.calls()]).toEqual([2, 2]);
  });
});

describe("clocks that differ", () => {
  test.each([20 * 60_000, -20 * 60_000])(
    "by %d ms do not keep a service account out, nor make it log in again and again",
    async (ahead) => {
      await using cluster = await startCluster({ ahead });
      const transport = createTransport({
        url: cluster.url,
        credentials: serviceAccount({ uid: "robot", privateKey: cluster.privateKey }),
      });
      for (let call = 0; call < 5; call++) expect((await transport.send(read)).status).toBe(200);
      expect(cluster.calls()).toBe(5);
      expect(cluster.logins()).toBeLessThanOrEqual(2);
    },
  );
});

describe("a token from elsewhere", () => {
  const issued = async (cluster: Awaited<ReturnType<typeof startCluster>>) => {
    const answer = await fetch(`${cluster.url}/acs/api/v1/auth/login`, { method: "POST", body: JSON.stringify(robot) });
    return ((await answer.json()) as { token: string }).token;
  };

  test("that is only a value is not renewed: refused once, it is refused", async () => {
    await using cluster = await startCluster();
    const error = await failureOf(createTransport({ url: cluster.url, credentials: token("st4tic-canary") }).send(read));
    expect([error.code, error.message]).toEqual(["unauthenticated", "the server refused the token that was given: get a new one"]);
    expect([cluster.logins(), cluster.calls()]).toEqual([0, 1]);
  });

  test("that is in the environment", async () => {
    await using cluster = await startCluster();
    process.env.REEVE_TEST_TOKEN = await issued(cluster);
    const credentials = tokenFromEnvironment("REEVE_TEST_TOKEN");
    expect((await createTransport({ url: cluster.url, credentials }).send(read)).status).toBe(200);
    delete process.env.REEVE_TEST_TOKEN;
    expect((await failureOf(createTransport({ url: cluster.url, credentials }).send(read))).message).toBe(
      "REEVE_TEST_TOKEN is not set: set it to a token",
    );
  });

  test("that is in a file is read again when the file has changed, before it is refused and after", async () => {
    await using cluster = await startCluster();
    const folder = mkdtempSync(join(tmpdir(), "reeve token "));
    const file = join(folder, "the token");
    const transport = createTransport({ url: cluster.url, credentials: tokenFile(file) });
    expect((await failureOf(transport.send(read))).message).toBe(`${file} cannot be read: there is no such file`);
    writeFileSync(file, `${await issued(cluster)}\n`);
    // The corrected file is used at once, because the file is read again for each login.
    await transport.send(read);
    cluster.revokeAll();
    expect((await failureOf(transport.send(read))).message).toBe(`the server refused the token in ${file}: write a new one into the file`);
    writeFileSync(`${file}.new`, await issued(cluster));
    renameSync(`${file}.new`, file);
    const before = cluster.calls();
    expect((await transport.send(read)).attempts).toBe(1);
    expect(cluster.calls()).toBe(before + 1);
    rmSync(folder, { recursive: true });
  });

  test("that a command prints", async () => {
    await using cluster = await startCluster();
    const value = await issued(cluster);
    const credentials = tokenCommand(process.execPath, ["-e", `console.log(${JSON.stringify(value)})`]);
    expect((await createTransport({ url: cluster.url, credentials }).send(read)).status).toBe(200);
    const failing = tokenCommand(process.execPath, ["-e", "console.error('not logged in'); process.exit(3)"]);
    expect((await failureOf(createTransport({ url: cluster.url, credentials: failing }).send(read))).message).toContain(
      "gave no token: it ended with 3; run it by hand to see why",
    );
    const absent = tokenCommand("no-such-command-here");
    expect((await failureOf(createTransport({ url: cluster.url, credentials: absent }).send(read))).message).toBe(
      "no-such-command-here gave no token: there is no such command",
    );
  });
});

test("identities and clusters share nothing", async () => {
  await using one = await startCluster();
  await using two = await startCluster();
  const credentials = password(robot);
  await createTransport({ url: one.url, credentials }).send(read);
  await createTransport({ url: two.url, credentials }).send(read);
  await createTransport({ url: one.url, credentials }).send(read);
  expect([one.logins(), two.logins()]).toEqual([2, 1]);
});

test("a caller that cancels does not end the login for the others", async () => {
  await using cluster = await startCluster({ loginTakes: 150 });
  const transport = createTransport({ url: cluster.url, credentials: password(robot) });
  const cancelled = transport.send(read, { signal: AbortSignal.timeout(30) });
  const waiting = transport.send(read);
  expect((await failureOf(cancelled)).code).toBe("timed-out");
  expect((await waiting).status).toBe(200);
  expect(cluster.logins()).toBe(1);
});

test("a login that no caller waits for any more is ended, and the next caller begins another", async () => {
  const asked = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  await using server = await startServer((request, response, count) => {
    if (count > 1) return json(response, 200, request.url.endsWith("/login") ? { token: "t" } : ["orders"]);
    response.on("close", letGo.resolve);
    asked.resolve();
  });
  const transport = createTransport({ url: server.url, credentials: password(robot) });
  const callers = [new AbortController(), new AbortController()];
  const errors = callers.map(({ signal }) => failureOf(transport.send(read, { signal })));
  await asked.promise;
  for (const caller of callers) caller.abort();
  expect((await Promise.all(errors)).map(({ code }) => code)).toEqual(["cancelled", "cancelled"]);
  await letGo.promise;
  expect((await transport.send(read)).body).toEqual(["orders"]);
  expect(server.requests).toHaveLength(3);
});

test("without credentials the error of a server that requires them says so", async () => {
  await using cluster = await startCluster();
  const error = await failureOf(createTransport({ url: cluster.url }).send(read));
  expect([error.code, error.message, error.context.status]).toEqual([
    "unauthenticated",
    "the server requires a token, and no credentials were given",
    401,
  ]);
});
