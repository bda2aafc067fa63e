import { createPublicKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";
import { createLocalJWKSet, jwtVerify, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reeve, startReeve } from "../src/index.ts";
import { ask, complete, eventually, temporaryFolder, until } from "./running.ts";
import { sendRaw, statusesIn } from "./socket.ts";

const one = { services: { kafka: { kind: "broker", pace: 0 } } } as const;

describe("the open edition", () => {
  let reeve: Reeve;
  beforeAll(async () => {
    reeve = await startReeve(one);
  });
  afterAll(() => reeve.close());

  test("answers no request without a token", async () => {
    for (const line of [
      "GET /service/kafka/v1/topics",
      "GET /nowhere",
      "OPTIONS /service/kafka/v1/topics",
      "GET /reeve/v1/info",
      "GET /reeve/v1/metrics",
      "POST /reeve/v1/deploy",
      "GET /reeve/nothing",
    ]) {
      for (const headers of [
        {},
        { authorization: "token=wrong" },
        { authorization: `Bearer ${reeve.token}` },
        { authorization: `token=${reeve.token}x` },
      ]) {
        const answer = await ask(reeve, line, { token: "", headers });
        expect(answer.status, line).toBe(401);
        expect(answer.headers.get("www-authenticate")).toBe('token realm="reeve"');
        expect(answer.headers.get("content-type")).toBe("application/problem+json");
        expect(answer.text).not.toContain(reeve.token);
      }
    }
  });

  test("reports only its health without a token", async () => {
    expect((await ask(reeve, "GET /health", { token: "" })).body).toEqual({ status: "ok" });
    expect((await ask(reeve, "HEAD /health", { token: "" })).status).toBe(200);
    expect((await ask(reeve, "POST /acs/api/v1/auth/login", { token: "", json: { uid: "a", password: "b" } })).status).toBe(404);
    expect((await ask(reeve, "GET /acs/api/v1/auth/jwks", { token: "" })).status).toBe(404);
    expect((await ask(reeve, "GET /ca/dcos-ca.crt", { token: "" })).status).toBe(404);
  });

  test("accepts the token that it generated", async () => {
    expect((await ask(reeve, "GET /service/kafka/v1/topics")).status).toBe(200);
    expect(reeve.token).toMatch(/^[\w-]{43}$/);
  });

  test("does not answer under a foreign host name", async () => {
    const port = Number(new URL(reeve.url).port);
    const asked = (host: string) => sendRaw(port, [`GET /health HTTP/1.1\r\nhost: ${host}\r\n\r\n`]);
    expect(statusesIn(await asked("evil.example"))).toEqual([421]);
    for (const host of ["localhost", `127.0.0.1:${port}`, "[::1]:80", "reeve.localhost"]) {
      expect(statusesIn(await asked(host)), host).toEqual([200]);
    }
  });
});

test("tokens are read from a file, one on each line, and the file is read again when it has changed", async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "tokens");
  writeFileSync(file, "# for the test\nfirst-token-of-them-all\n\nsecond-token-of-them-all\n", { mode: 0o600 });
  await using reeve = await startReeve({ ...one, tokens: { file } });
  const statusWith = async (token: string) => (await ask(reeve, "GET /service/kafka/v1/plans", { token })).status;
  expect(reeve.token).toBe("first-token-of-them-all");
  expect(await statusWith("second-token-of-them-all")).toBe(200);
  expect(await statusWith("# for the test")).toBe(401);
  writeFileSync(file, "third-token-of-them-all\n");
  await eventually(async () => ((await statusWith("third-token-of-them-all")) === 200 ? true : undefined));
  expect(await statusWith("first-token-of-them-all")).toBe(401);

  // A broken file revokes no token, and the log contains the reason.
  writeFileSync(file, "short\n", { mode: 0o600 });
  const refused = await eventually(async () => {
    expect(await statusWith("third-token-of-them-all")).toBe(200);
    expect(await statusWith("short")).toBe(401);
    const { text } = await ask(reeve, "GET /reeve/v1/logs?level=error", { token: "third-token-of-them-all" });
    return text === "" ? undefined : text;
  });
  expect(refused).toContain(`${file}:1: a token must have at least 16 characters`);
});

test("a file without tokens is refused", async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "tokens");
  writeFileSync(file, "# none yet\n", { mode: 0o600 });
  await expect(startReeve({ ...one, tokens: { file } })).rejects.toThrow(`${file} holds no token`);
});

test("a token that is too short is refused with its line", async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "tokens");
  writeFileSync(file, "short\n", { mode: 0o600 });
  await expect(startReeve({ ...one, tokens: { file } })).rejects.toThrow(`${file}:1: a token must have at least 16 characters`);
});

test("the generated token is private, and stays the same after a restart", async () => {
  using folder = temporaryFolder();
  const state = join(folder.path, "state");
  const first = await startReeve(one, { state });
  const { token } = first;
  await first.close();
  expect(readFileSync(join(state, "token"), "utf8")).toBe(`${token}\n`);
  expect(statSync(join(state, "token")).mode & 0o777).toBe(0o600);
  expect(statSync(state).mode & 0o777).toBe(0o700);
  await using second = await startReeve(one, { state });
  expect(second.token).toBe(token);
});

describe("the enterprise edition", () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const folder = temporaryFolder();
  let reeve: Reeve;
  beforeAll(async () => {
    const publicKeyFile = join(folder.path, "robot.pem");
    const passwordFile = join(folder.path, "person.password");
    writeFileSync(publicKeyFile, publicKey.export({ type: "spki", format: "pem" }));
    writeFileSync(passwordFile, "correct horse battery staple\n");
    reeve = await startReeve({
      ...one,
      edition: "enterprise",
      serviceAccounts: [
        { uid: "robot", publicKeyFile },
        { uid: "person", passwordFile },
      ],
    });
  });
  afterAll(async () => {
    await reeve.close();
    folder[Symbol.dispose]();
  });

  const signed = (claims: object, key = privateKey, exp = Math.floor(Date.now() / 1000) + 300) =>
    new SignJWT({ ...claims, exp }).setProtectedHeader({ alg: "RS256" }).sign(key);
  const guess = (localAddress: string) => {
    const body = JSON.stringify({ uid: "robot", password: "wrong" });
    const head = `POST /acs/api/v1/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    const socket = connect({ port: Number(new URL(reeve.url).port), host: "127.0.0.1", localAddress });
    let received = "";
    socket
      .on("error", () => undefined)
      .on("data", (chunk) => {
        received += chunk;
      });
    socket.write(head + body);
    return { status: () => statusesIn(received)[0], end: () => socket.destroy() };
  };
  const logIn = (json: unknown) => ask(reeve, "POST /acs/api/v1/auth/login", { token: "", json });

  test("gives a token for a proof that is signed with the account's key", async () => {
    const { status, body } = await logIn({ uid: "robot", token: await signed({ uid: "robot" }) });
    expect(status).toBe(200);
    const { token } = body as { token: string };
    expect((await ask(reeve, "GET /service/kafka/v1/topics", { token })).status).toBe(200);
    const keySet = await ask(reeve, "GET /acs/api/v1/auth/jwks", { token: "" });
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keySet.body as { keys: [] }));
    expect(protectedHeader.alg).toBe("RS256");
    expect(payload.uid).toBe("robot");
    expect((payload.exp ?? 0) - Date.now() / 1000).toBeGreaterThan(4 * 86_400);
    expect(JSON.stringify(keySet.body)).not.toMatch(/"(d|p|q|dp|dq|qi)":/);
  });

  test("gives a token for a password", async () => {
    expect((await logIn({ uid: "person", password: "correct horse battery staple" })).status).toBe(200);
  });

  test("accepts no other token: foreign, expired or unsigned", async () => {
    const other = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const none = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from('{"uid":"robot","exp":9999999999}').toString("base64url")}.`;
    for (const token of [await signed({ uid: "robot" }, other), await signed({ uid: "robot" }), none, "a.b.c", "x"]) {
      expect((await ask(reeve, "GET /service/kafka/v1/topics", { token })).status).toBe(401);
    }
  });

  test("refuses all wrong logins with the same answer", async () => {
    const other = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const now = Math.floor(Date.now() / 1000);
    const wrong = [
      { uid: "robot", token: await signed({ uid: "robot" }, other) },
      { uid: "robot", token: await signed({ uid: "person" }) },
      { uid: "robot", token: await signed({ uid: "robot" }, privateKey, now - 60) },
      { uid: "robot", token: await signed({ uid: "robot" }, privateKey, now + 90_000) },
      { uid: "nobody", password: "wrong" },
    ];
    const answers = await Promise.all(wrong.map(logIn));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    for (const { status, body } of answers) {
      expect(status).toBe(401);
      expect(Object.keys(body as object)).toEqual(["title", "description", "code"]);
    }
  });

  test("slows down guesses from every address of this machine, but not valid proofs", async () => {
    const guesses = Array.from({ length: 60 }, (_, index) => guess(`127.0.0.${index + 1}`));
    const answered = (status: number) => guesses.filter((each) => each.status() === status).length;
    // Five attempts are free. Ten attempts at a time wait, and the others get 429.
    await expect.poll(() => answered(429)).toBeGreaterThanOrEqual(40);
    expect(answered(401)).toBeLessThanOrEqual(8);
    // Another end than in other tests, because a login counts once.
    const soon = Math.floor(Date.now() / 1000) + 200;
    expect((await logIn({ uid: "robot", token: await signed({ uid: "robot" }, privateKey, soon) })).status).toBe(200);
    expect((await ask(reeve, "GET /service/kafka/v1/topics")).status).toBe(200);
    // An account without failures has a place of its own.
    const json = { uid: "person", password: "correct horse battery staple" };
    const login = "POST /acs/api/v1/auth/login";
    expect((await ask({ ...reeve, fetch }, login, { token: "", json })).status).toBe(200);
    for (const each of guesses) each.end();
  });

  test("does not count requests that foreign pages can send", async () => {
    const body = JSON.stringify({ uid: "person", password: "wrong" });
    for (const type of ["text/plain", "application/x-www-form-urlencoded", undefined]) {
      const answer = await fetch(`${reeve.url}/acs/api/v1/auth/login`, {
        method: "POST",
        body: new Blob([body], type === undefined ? {} : { type }),
      });
      expect(answer.status, type).toBe(415);
    }
  });

  test("refuses malformed logins", async () => {
    const { status } = await ask(reeve, "POST /acs/api/v1/auth/login", { token: "", json: { uid: "robot" } });
    expect(status).toBeOneOf([400, 429]);
  });

  test("records logins without their proofs", async () => {
    const { text } = await ask(reeve, "GET /reeve/v1/audit?limit=1000");
    expect(text).toContain('"what":"login"');
    expect(text).toContain('"who":"nobody"');
    expect(text).not.toContain("correct horse");
  });
});

test("without accounts, one with a private key is generated", async () => {
  using folder = temporaryFolder();
  await using reeve = await startReeve(one, { edition: "enterprise", state: folder.path });
  const { uid, privateKey, keyFile = "" } = reeve.serviceAccount ?? { uid: "", privateKey: "" };
  expect(readFileSync(keyFile, "utf8")).toBe(privateKey);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(createPublicKey(privateKey).asymmetricKeyType).toBe("rsa");
  const token = await new SignJWT({ uid, exp: Math.floor(Date.now() / 1000) + 60 })
    .setProtectedHeader({ alg: "RS256" })
    .sign(await import("node:crypto").then(({ createPrivateKey }) => createPrivateKey(privateKey)));
  expect((await ask(reeve, "POST /acs/api/v1/auth/login", { token: "", json: { uid, token } })).status).toBe(200);
});

test("HTTPS uses a certificate of its own authority, which is served, stored, and the same after a restart", async () => {
  using folder = temporaryFolder();
  const open = () => startReeve(one, { tls: true, state: folder.path });
  const get = (url: string, ca: string | undefined, path = "/ca/dcos-ca.crt") =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      request(url + path, { ca, agent: false }, (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      })
        .on("error", reject)
        .end();
    });
  const first = await open();
  const { ca = "", url } = first;
  expect(url).toMatch(/^https:/);
  expect(await get(url, ca)).toEqual({ status: 200, text: ca });
  expect(await get(url.replace("127.0.0.1", "localhost"), ca, "/health")).toMatchObject({ status: 200 });
  await expect(get(url, undefined)).rejects.toThrow(/certificate/);
  expect(readFileSync(first.caFile ?? "", "utf8")).toBe(ca);
  expect(statSync(join(folder.path, "ca.key")).mode & 0o777).toBe(0o600);
  expect(new X509Certificate(ca).ca).toBe(true);
  await first.close();
  await using second = await open();
  expect(second.ca).toBe(ca);
});

test("the user's own certificates are used", async () => {
  using folder = temporaryFolder();
  const made = await startReeve(one, { tls: true, state: folder.path, listen: false });
  await made.close();
  const at = (name: string) => join(folder.path, name);
  await using reeve = await startReeve({
    ...one,
    tls: { certFile: at("server.crt"), keyFile: at("server.key"), caFile: at("ca.crt") },
  });
  expect(reeve.ca).toBe(readFileSync(at("ca.crt"), "utf8"));
  await expect(startReeve({ ...one, tls: { certFile: at("ca.crt"), keyFile: at("server.key") } })).rejects.toThrow(
    "cannot be used together",
  );
});

describe("limits", () => {
  test("requests over the rate limit get 429", async () => {
    await using reeve = await startReeve(one, { limits: { requestsPerSecond: 1 } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask({ ...reeve, fetch }, "GET /health", { token: "" })));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(5);
    expect(refused[0]?.headers.get("retry-after")).toBe("1");
    // Requests of this process have no rate limit.
    expect((await ask(reeve, "GET /health")).status).toBe(200);
  });

  test("of too many connections without a token, the one that is silent longest is dropped, and none with a token", async () => {
    await using reeve = await startReeve(one, { limits: { connections: 8, connectionsPerClient: 3 } });
    const port = Number(new URL(reeve.url).port);
    const line = `GET /reeve/v1/services/kafka/plans HTTP/1.1\r\nhost: localhost\r\nauthorization: token=${reeve.token}\r\n\r\n`;
    const known = connect(port, "127.0.0.1");
    let answers = "";
    known.on("data", (chunk) => {
      answers += chunk;
    });
    known.write(line);
    await expect.poll(() => statusesIn(answers)).toEqual([200]);
    const ended: number[] = [];
    const held = Array.from({ length: 20 }, (_, index) => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => undefined).on("close", () => ended.push(index));
      socket.write("GET ");
      return socket;
    });
    await expect.poll(() => ended.length).toBe(17);
    known.write(line);
    await expect.poll(() => statusesIn(answers)).toEqual([200, 200]);
    expect(statusesIn(await sendRaw(port, [line]))).toEqual([200]);
    for (const socket of [...held, known]) socket.destroy();
  });

  test("the client behind a trusted proxy is the one that the proxy names, and other clients cannot choose a name", async () => {
    const limits = { requestsPerSecond: 1 };
    const asked = (reeve: Reeve, client: string) =>
      Promise.all(
        Array.from({ length: 6 }, () => fetch(`${reeve.url}/health`, { headers: { "x-forwarded-for": `${client}, 127.0.0.1` } })),
      ).then((all) => all.filter(({ status }) => status === 429).length);
    await using behind = await startReeve({ ...one, trustedProxies: ["127.0.0.1"] }, { limits });
    expect(await asked(behind, "10.0.0.1")).toBeGreaterThan(0);
    expect((await fetch(`${behind.url}/health`, { headers: { "x-forwarded-for": "10.0.0.2" } })).status).toBe(200);
    await using direct = await startReeve(one, { limits });
    expect(await asked(direct, "10.0.0.1")).toBeGreaterThan(0);
    expect((await fetch(`${direct.url}/health`, { headers: { "x-forwarded-for": "10.0.0.2" } })).status).toBe(429);
  });

  test("connections with a token over the limit get 503", async () => {
    await using reeve = await startReeve(one, { limits: { connections: 2 } });
    const port = Number(new URL(reeve.url).port);
    const line = `GET /service/kafka/v1/topics HTTP/1.1\r\nhost: localhost\r\nauthorization: token=${reeve.token}\r\n\r\n`;
    const hold = async () => {
      const socket = connect(port, "127.0.0.1");
      socket.write(line);
      await once(socket, "data");
      return socket;
    };
    const held = [await hold(), await hold()];
    const received = await sendRaw(port, [line]);
    expect([statusesIn(received), received.toLowerCase().includes("retry-after: 1")]).toEqual([[503], true]);
    for (const socket of held) socket.destroy();
  });

  test("a client that does not read its answers is disconnected, and costs little until then", async () => {
    await using reeve = await startReeve(one, { limits: { idleTimeout: 1000 } });
    await until(reeve, "kafka", "deploy", complete);
    await ask(reeve, "POST /service/kafka/v1/topics/large?partitions=100000&replication=1");
    const line = "GET /service/kafka/v1/topics/large HTTP/1.1\r\nhost: localhost\r\n";
    const sockets = [1, 5000].map((times) => {
      const socket = connect(Number(new URL(reeve.url).port), "127.0.0.1").pause();
      socket.on("error", () => undefined);
      socket.write(`${line}authorization: token=${reeve.token}\r\n\r\n`.repeat(times));
      return socket;
    });
    const metric = async (name: string) =>
      Number(new RegExp(`^${name} (\\S+)$`, "m").exec((await ask(reeve, "GET /reeve/v1/metrics")).text)?.[1]);
    await eventually(async () => ((await metric("reeve_connections")) === 2 ? true : undefined));
    const before = await metric("process_resident_memory_bytes");
    await eventually(async () => ((await metric("reeve_connections")) === 0 ? true : undefined));
    // All answers together would take forty gigabytes.
    expect((await metric("process_resident_memory_bytes")) - before).toBeLessThan(300 * 1024 * 1024);
    for (const socket of sockets) socket.destroy();
  });
});

test("secrets leave no trace in the state, the log or the audit log", async () => {
  using folder = temporaryFolder();
  const lines: string[] = [];
  const secrets = { s3_access_key: "ACCESS-canary-1", s3_secret_key: "SECRET-canary-2" };
  {
    await using reeve = await startReeve(
      { services: { cassandra: { kind: "wide-column", pace: 0 } } },
      { state: folder.path, log: (line) => lines.push(line) },
    );
    await eventually(async () => ((await ask(reeve, "GET /service/cassandra/v1/plan")).status === 200 ? true : undefined));
    const json = { backup_name: "b", external_location: "s3://bucket", ...secrets };
    expect((await ask(reeve, "PUT /service/cassandra/v1/backup/start", { json })).status).toBe(200);
    await ask(reeve, "PUT /service/cassandra/v1/backup/start", { json: { ...json, external_location: 5 } });
    await eventually(async () => ((await ask(reeve, "GET /service/cassandra/v1/plan")).status !== 202 ? true : undefined));
    lines.push((await ask(reeve, "GET /reeve/v1/audit")).text, (await ask(reeve, "GET /service/cassandra/v1/plan")).text);
  }
  const kept = filesIn(folder.path).map((file) => readFileSync(file, "latin1"));
  expect(kept.length).toBeGreaterThan(3);
  for (const text of [...lines, ...kept]) expect(text).not.toMatch(/canary/);
});

function filesIn(folder: string): readonly string[] {
  return globSync("**/*", { cwd: folder })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}
