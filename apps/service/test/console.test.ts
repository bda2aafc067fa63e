import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPage } from "../src/console/page.ts";
import type { PageFile } from "../src/console/page-files.ts";
import { createLinks } from "../src/console/routes.ts";
import { openSessionsOfBrowsers } from "../src/console/sessions.ts";
import type { HttpAnswer, HttpRequest } from "../src/http/message.ts";
import { type Reeve, startReeve } from "../src/index.ts";
import { keepInMemory } from "../src/state/state-folder.ts";
import { ask, temporaryFolder } from "./running.ts";
import { sendRaw, statusesIn } from "./socket.ts";

describe("the console", () => {
  let reeve: Reeve;
  beforeAll(async () => {
    reeve = await startReeve({ services: { kafka: { kind: "broker", pace: 0 } } });
  });
  afterAll(() => reeve.close());
  const none = { token: "" } as const;

  test("is a page without a token that loads nothing from elsewhere and cannot be framed", async () => {
    const page = await ask(reeve, "GET /", none);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
    expect(page.headers.get("x-frame-options")).toBe("DENY");
    expect(page.text).not.toMatch(/<script>|<style>|\son\w+=|\sstyle=|https?:/);
    const files = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path);
    expect(files).toHaveLength(3);
    for (const path of files) {
      const file = await ask(reeve, `GET ${path}`, none);
      expect(file.status).toBe(200);
      expect(file.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(file.headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  test("is sent compressed if the browser accepts that, and not again if the browser has it", async () => {
    const answer = await fetch(reeve.url, { headers: { "accept-encoding": "gzip" } });
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    const plain = await ask(reeve, "GET /", { ...none, headers: { "accept-encoding": "identity" } });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(await answer.text()).toBe(plain.text);
    const again = await ask(reeve, "GET /", { ...none, headers: { "if-none-match": plain.headers.get("etag") ?? "" } });
    expect(again.status).toBe(304);
  });

  test("serves only its own files, and changes nothing", async () => {
    expect((await ask(reeve, "GET /reeve/console/other.js", none)).status).toBe(404);
    expect((await ask(reeve, "GET /reeve/console/..%2F..%2Fetc%2Fpasswd", none)).status).toBe(404);
    expect((await ask(reeve, "POST /", none)).status).toBe(405);
    expect((await ask(reeve, "GET /other", none)).status).toBe(401);
  });

  test("says without a token whether users log in with accounts", async () => {
    expect((await ask(reeve, "GET /reeve/v1/console/logins", none)).body).toEqual({ accounts: false });
    using folder = temporaryFolder();
    await using enterprise = await startReeve({ services: { kafka: { kind: "broker" } } }, { edition: "enterprise", state: folder.path });
    expect((await ask(enterprise, "GET /reeve/v1/console/logins", none)).body).toEqual({ accounts: true });
  });

  test("opens logged in with a link that works once", async () => {
    expect((await ask(reeve, "POST /reeve/v1/console/links", none)).status).toBe(401);
    const made = (await ask(reeve, "POST /reeve/v1/console/links")).body as { code: string; seconds: number };
    expect(made).toEqual({ code: expect.stringMatching(/^[\w-]{43}$/), seconds: 60 });
    const use = (json: unknown) => ask(reeve, "POST /reeve/v1/console/logins", { ...none, json });
    expect((await use({ code: `${made.code}x` })).status).toBe(401);
    expect(await use({ code: made.code })).toMatchObject({
      status: 200,
      body: { key: expect.stringMatching(/^[\w-]{43}$/) },
    });
    expect(await use({ code: made.code })).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
    expect((await use({})).status).toBe(400);
    const other = (await ask(reeve, "POST /reeve/v1/console/links")).body as { code: string };
    const body = JSON.stringify({ code: other.code });
    const head = `host: reeve.attacker.example\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    const elsewhere = (line: string) => sendRaw(Number(new URL(reeve.url).port), [`${line} HTTP/1.1\r\n${head}${body}`]);
    for (const line of ["GET /", "POST /reeve/v1/console/logins"]) expect(statusesIn(await elsewhere(line)), line).toEqual([421]);
    expect((await use({ code: other.code })).status).toBe(200);
    const form = { "content-type": "text/plain" };
    expect((await ask(reeve, "POST /reeve/v1/console/logins", { ...none, headers: form })).status).toBe(415);
  });
});

describe("a login of a browser", () => {
  const services = { kafka: { kind: "broker", pace: 0 } } as const;
  const none = { token: "" } as const;

  /** Logs in as the page does, and returns the headers of the page's requests. */
  async function logIn(reeve: Reeve, before: Readonly<Record<string, string>> = {}, token = reeve.token) {
    const { host } = new URL(reeve.url);
    const own = { host, origin: reeve.url };
    const answer = await ask(reeve, "POST /reeve/v1/console/logins", {
      ...none,
      json: { token },
      headers: { ...own, ...before },
    });
    const [cookie = ""] = answer.headers.get("set-cookie")?.split(";") ?? [];
    const { key = "" } = (answer.body ?? {}) as { readonly key?: string };
    return { status: answer.status, setCookie: answer.headers.get("set-cookie"), own, cookie, key };
  }
  const headersOf = ({ cookie, key, own }: Awaited<ReturnType<typeof logIn>>) => ({
    ...own,
    cookie,
    "reeve-console": key,
  });
  const statusOf = async (reeve: Reeve, headers: Readonly<Record<string, string>>, line = "GET /reeve/v1/info") =>
    (await ask(reeve, line, { ...none, headers })).status;

  test("needs the cookie and the key, from the page itself, and is then worth as much as its token", async () => {
    await using reeve = await startReeve({ services });
    expect((await logIn(reeve, {}, "a-token-that-is-wrong")).status).toBe(401);
    expect((await logIn(reeve, { origin: "http://attacker.example" })).status).toBe(403);
    expect((await logIn(reeve, { "sec-fetch-site": "same-site" })).status).toBe(403);
    // A gateway may change the host; what the browser says about the page is then still true.
    const behind = { host: "localhost:1", origin: "https://reeve.example", "sec-fetch-site": "same-origin" };
    expect((await logIn(reeve, behind)).setCookie).toMatch(/^__Host-reeve-1=.*; Secure$/);
    const login = await logIn(reeve);
    const { port } = new URL(reeve.url);
    expect(login.setCookie).toMatch(new RegExp(`^reeve-${port}=[\\w-]{43}; Path=/; Max-Age=432000; HttpOnly; SameSite=Strict$`));
    const headers = headersOf(login);
    for (const line of ["GET /reeve/v1/info", "GET /service/kafka/v1/topics"]) expect(await statusOf(reeve, headers, line)).toBe(200);
    // A topic needs a broker that runs.
    await expect.poll(() => statusOf(reeve, headers, "GET /service/kafka/v1/plans/deploy")).toBe(200);
    expect(await statusOf(reeve, headers, "POST /service/kafka/v1/topics/t?partitions=1&replication=1")).toBe(200);
    const { "reeve-console": key, cookie, ...rest } = headers;
    const refused = {
      "the cookie alone": { ...rest, cookie },
      "the key alone": { ...rest, "reeve-console": key },
      "another key": { ...headers, "reeve-console": login.cookie.split("=")[1] ?? "" },
      "another origin": { ...headers, origin: "http://127.0.0.1:1" },
      "another port of this machine": { ...headers, "sec-fetch-site": "same-site" },
      "a wrong token beside it": { ...headers, authorization: "token=a-token-that-is-wrong" },
    };
    for (const [what, wrong] of Object.entries(refused)) expect(await statusOf(reeve, wrong), what).toBe(401);
    expect(await statusOf(reeve, headers, "POST /reeve/v1/console/links")).toBe(403);
  });

  test("ends with its logout and with the next login of the browser, but not with a restart at the same port", async () => {
    using folder = temporaryFolder();
    const options = { state: folder.path };
    let third: Readonly<Record<string, string>> = {};
    {
      await using reeve = await startReeve({ services }, options);
      const first = headersOf(await logIn(reeve));
      const second = headersOf(await logIn(reeve, first));
      expect([await statusOf(reeve, first), await statusOf(reeve, second)]).toEqual([401, 200]);
      const out = await ask(reeve, "POST /reeve/v1/console/logout", { ...none, headers: second });
      expect(out.headers.get("set-cookie")).toContain("=; Path=/; Max-Age=0;");
      expect([out.status, await statusOf(reeve, second)]).toEqual([204, 401]);
      third = headersOf(await logIn(reeve));
      expect(await statusOf(reeve, third)).toBe(200);
    }
    const stored = readFileSync(join(folder.path, "console-sessions.json"), "utf8");
    const [cookie = "", token] = [third.cookie?.split("=")[1], readFileSync(join(folder.path, "token"), "utf8")];
    for (const secret of [cookie, third["reeve-console"] ?? "", token.trim()]) expect(stored).not.toContain(secret);
    let port = 0;
    {
      await using next = await startReeve({ services }, options);
      expect(await statusOf(next, third)).toBe(200);
      port = Number(new URL(next.url).port);
    }
    await using other = await startReeve({ services }, { port });
    await using last = await startReeve({ services }, options);
    expect(new URL(other.url).port).toBe(String(port));
    const { host } = new URL(last.url);
    const moved = { ...third, host, origin: last.url, cookie: `reeve-${new URL(last.url).port}=${cookie}` };
    expect(await statusOf(last, moved)).toBe(401);
  });

  test("ends when its user logs out everywhere, in both editions, and over TLS its cookie is for this host only", async () => {
    for (const edition of ["open", "enterprise"] as const) {
      await using reeve = await startReeve({ edition, services }, edition === "open" ? {} : { tls: true });
      const login = await logIn(reeve);
      if (edition === "enterprise") expect(login.setCookie).toMatch(/^__Host-reeve-\d+=.*; Path=\/; .*; Secure$/);
      expect(await statusOf(reeve, headersOf(login))).toBe(200);
      const out = await ask(reeve, "POST /reeve/v1/logout");
      expect(out).toMatchObject({ status: 200, body: { tokens: edition === "enterprise", consoles: 1 } });
      expect(await statusOf(reeve, headersOf(login))).toBe(401);
    }
  });

  test("ends when its token does, unused after twelve hours, and in any case after five days", async () => {
    const hour = 3_600_000;
    let now = 0;
    const sessions = openSessionsOfBrowsers({
      ...{ keep: keepInMemory(), now: () => now, isTls: false, log: () => undefined },
    });
    const requestWith = (headers: Readonly<Record<string, string>>) => ({ header: (name: string) => headers[name] }) as HttpRequest;
    const own = { host: "127.0.0.1:8080", origin: "http://127.0.0.1:8080" };
    const begin = () => {
      const { key, headers } = sessions.begin(requestWith(own), "a token", "ops");
      return requestWith({ ...own, "reeve-console": key, cookie: headers["set-cookie"].split(";")[0] ?? "" });
    };
    const tokenOf = (request: HttpRequest) => sessions.withToken(request).header("authorization");
    const [used, unused] = [begin(), begin()];
    const stream = sessions.withToken(unused);
    for (now = 0; now < 12 * hour; now += hour) expect(tokenOf(used)).toBe("token=a token");
    expect([tokenOf(unused), stream.header("authorization")]).toEqual([undefined, undefined]);
    for (; now < 120 * hour; now += hour) expect(tokenOf(used)).toBe("token=a token");
    expect(tokenOf(used)).toBeUndefined();
  });
});

test("a service without a port of its own takes its last port again, or another one if that is taken", async () => {
  using folder = temporaryFolder();
  const options = { state: folder.path };
  const services = { kafka: { kind: "broker", pace: 0 } } as const;
  const first = await startReeve({ services }, options);
  await first.close();
  const second = await startReeve({ services }, options);
  expect(second.url).toBe(first.url);
  await second.close();
  const { port } = new URL(first.url);
  await using other = await startReeve({ services }, { port: Number(port) });
  await using third = await startReeve({ services }, options);
  expect([other.url, third.url === first.url]).toEqual([first.url, false]);
});

test("a browser gets a sentence while the page is being built, and then the page or the reason why there is none", async () => {
  const [first, second] = [Promise.withResolvers<readonly PageFile[]>(), Promise.withResolvers<readonly PageFile[]>()];
  const builds = [first, second];
  const page = createPage(async () => (await builds.shift()?.promise) ?? []);
  const visit = (mode: string) => page.file({ header: (name) => (name === "sec-fetch-mode" ? mode : undefined) } as HttpRequest, "/");
  const textOf = async ({ body, stream }: HttpAnswer) => {
    const pieces: Uint8Array[] = [Buffer.from(body as string)];
    if (stream !== undefined && typeof stream !== "function") for await (const piece of stream) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  };
  const early = await visit("navigate");
  expect(early.headers).toMatchObject({
    "cache-control": expect.stringContaining("no-store"),
    "x-frame-options": "DENY",
  });
  first.reject(new Error("a fault in the sources"));
  expect(await textOf(early)).toMatch(/is being built.*could not be built/);
  await expect(visit("navigate")).rejects.toThrow("a fault in the sources");
  const later = await visit("navigate");
  const program = visit("cors");
  second.resolve([{ path: "/", type: "text/html", text: "the page" }]);
  expect(await textOf(later)).toMatch(/is being built.*the page$/);
  expect(await textOf(await program)).toBe("the page");
  expect(await textOf(await visit("navigate"))).toBe("the page");
});

test("a link works for a minute, and the oldest of too many is dropped", () => {
  let now = 0;
  const links = createLinks(() => now);
  const { code } = links.make("a token", "ops");
  now = 60_000;
  expect(() => links.use(code)).toThrow("older than a minute");
  const codes = Array.from({ length: 101 }, (_, index) => links.make(`token ${index}`, "ops").code);
  expect(() => links.use(codes[0] ?? "")).toThrow("already been used");
  expect(links.use(codes[1] ?? "")).toEqual({ token: "token 1", who: "ops" });
});
