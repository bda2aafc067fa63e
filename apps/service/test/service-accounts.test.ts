import { generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type JWTPayload, SignJWT } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { type Reeve, startReeve } from "../src/index.ts";
import { ask, eventually, temporaryFolder } from "./running.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const services = { kafka: { kind: "broker", pace: 0 } } as const;

/** The files of a service with the account `robot`, and its definition. */
function scene() {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const [publicKeyFile, state] = [join(folder.path, "robot.pem"), join(folder.path, "state")];
  const writeKey = (key: KeyObject) => writeFileSync(publicKeyFile, key.export({ type: "spki", format: "pem" }));
  writeKey(publicKey);
  const robot = { uid: "robot", publicKeyFile };
  const given = { edition: "enterprise", serviceAccounts: [robot], services } as const;
  return { folder: folder.path, state, robot, given, writeKey };
}

function sign(claims: JWTPayload = {}): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + 300;
  return new SignJWT({ uid: "robot", exp, ...claims }).setProtectedHeader({ alg: "RS256" }).sign(privateKey);
}

const logIn = (reeve: Reeve, token: string) => ask(reeve, "POST /acs/api/v1/auth/login", { token: "", json: { uid: "robot", token } });

async function sessionOf(reeve: Reeve): Promise<string> {
  const { body } = await logIn(reeve, await sign({ jti: randomUUID() }));
  return (body as { token: string }).token;
}

const statusWith = async (reeve: Reeve, token: string) => (await ask(reeve, "GET /service/kafka/v1/topics", { token })).status;

test("a login for another cluster is refused, with the reason", async () => {
  const { given } = scene();
  await using reeve = await startReeve({ ...given, logins: { audiences: ["https://reeve.example"] } });
  const { port } = new URL(reeve.url);
  const statusFor = async (aud: string | string[]) => (await logIn(reeve, await sign({ aud, jti: randomUUID() }))).status;
  for (const own of [reeve.url, `http://localhost:${port}`, "https://reeve.example:443/", ["https://other", reeve.url]])
    expect([own, await statusFor(own)]).toEqual([own, 200]);
  for (const foreign of ["https://other.example", `http://127.0.0.1:${Number(port) + 1}`, "kafka", "", []])
    expect([foreign, await statusFor(foreign)]).toEqual([foreign, 401]);
  const { text } = await logIn(reeve, await sign({ aud: "https://other.example" }));
  expect(text).toContain("logins.audiences");
});

test("a login works once, also after a restart, and however its signature is written", async () => {
  const { given, state } = scene();
  const [jti, aud] = [randomUUID(), "http://127.0.0.1"];
  const exp = Math.floor(Date.now() / 1000) + 200;
  const short = await sign();
  const full = await sign({ jti, aud: [aud], iat: exp - 200 });
  const logins = { audiences: [aud] };
  const first = await startReeve({ ...given, logins }, { state });
  for (const login of [short, full]) {
    // Two logins at the same time: only one of them is accepted.
    const answers = await Promise.all([logIn(first, login), logIn(first, login)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect((await logIn(first, login)).text).toContain("used before");
  }
  // The last character of this signature has bits that do not count.
  const last = short.at(-1) ?? "";
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const rewritten = short.slice(0, -1) + alphabet[alphabet.indexOf(last) ^ 1];
  expect((await logIn(first, rewritten)).status).toBe(401);
  expect((await logIn(first, await sign({ jti, exp }))).status).toBe(401);
  await first.close();
  await using second = await startReeve({ ...given, logins }, { state });
  for (const login of [short, full]) expect((await logIn(second, login)).status).toBe(401);
  expect((await logIn(second, await sign({ exp }))).status).toBe(200);
});

test("a definition can demand an audience, a time and an id", async () => {
  const { given } = scene();
  await using reeve = await startReeve({ ...given, logins: { strict: true } });
  const [aud, iat] = [reeve.url, Math.floor(Date.now() / 1000)];
  for (const lacking of [{}, { aud, iat }, { aud, jti: randomUUID() }, { iat, jti: randomUUID() }])
    expect((await logIn(reeve, await sign(lacking))).text).toContain("logins.strict");
  expect((await logIn(reeve, await sign({ aud, iat, jti: randomUUID() }))).status).toBe(200);
});

test("an account can revoke all its tokens, and the service stays up", async () => {
  const { given, state } = scene();
  const first = await startReeve(given, { state });
  const [one, other] = [await sessionOf(first), await sessionOf(first)];
  expect(await statusWith(first, other)).toBe(200);
  expect((await ask(first, "POST /reeve/v1/logout", { token: one })).status).toBe(200);
  expect([await statusWith(first, one), await statusWith(first, other)]).toEqual([401, 401]);
  const next = await sessionOf(first);
  expect(await statusWith(first, next)).toBe(200);
  const audit = await ask(first, "GET /reeve/v1/audit?limit=20", { token: next });
  expect(audit.text).toContain('"what":"logout"');
  await first.close();
  await using second = await startReeve(given, { state });
  expect([await statusWith(second, other), await statusWith(second, next)]).toEqual([401, 200]);
});

test("an account that leaves the definition file, or gets another key, loses its tokens at once", async () => {
  const { folder, given, robot, state, writeKey } = scene();
  const definitionFile = join(folder, "reeve.json");
  const other = { ...robot, uid: "other" };
  const write = (serviceAccounts: readonly object[]) => writeFileSync(definitionFile, JSON.stringify({ ...given, serviceAccounts }));
  write([robot, other]);
  await using reeve = await startReeve(undefined, { state, definitionFile });
  const refused = (token: string) => eventually(async () => ((await statusWith(reeve, token)) === 401 ? true : undefined));
  const before = await sessionOf(reeve);
  expect(await statusWith(reeve, before)).toBe(200);
  write([other]);
  await refused(before);
  write([robot, other]);
  const again = await eventually(async () => {
    const token = await sessionOf(reeve);
    return token === undefined ? undefined : token;
  });
  expect([await statusWith(reeve, again), await statusWith(reeve, before)]).toEqual([200, 401]);

  const next = generateKeyPairSync("rsa", { modulusLength: 2048 });
  rmSync(robot.publicKeyFile);
  writeKey(next.publicKey);
  await refused(again);
  expect((await logIn(reeve, await sign({ jti: randomUUID() }))).status).toBe(401);
});
