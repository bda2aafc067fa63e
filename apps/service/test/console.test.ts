import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPage } from "../src/console/page.ts";
import type { PageFile } from "../src/console/page-files.ts";
import { createLinks } from "../src/console/routes.ts";
import type { HttpAnswer, HttpRequest } from "../src/http/message.ts";
import { type Reeve, startReeve } from "../src/index.ts";
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
    await using enterprise = await startReeve(
      { services: { kafka: { kind: "broker" } } },
      { edition: "enterprise", state: folder.path },
    );
    expect((await ask(enterprise, "GET /reeve/v1/console/logins", none)).body).toEqual({ accounts: true });
  });

  test("opens logged in with a link that works once", async () => {
    expect((await ask(reeve, "POST /reeve/v1/console/links", none)).status).toBe(401);
    const made = (await ask(reeve, "POST /reeve/v1/console/links")).body as { code: string; seconds: number };
    expect(made).toEqual({ code: expect.stringMatching(/^[\w-]{43}$/), seconds: 60 });
    const use = (json: unknown) => ask(reeve, "POST /reeve/v1/console/logins", { ...none, json });
    expect((await use({ code: `${made.code}x` })).status).toBe(401);
    expect(await use({ code: made.code })).toMatchObject({ status: 200, body: { token: reeve.token } });
    expect(await use({ code: made.code })).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
    expect((await use({})).status).toBe(400);
    const other = (await ask(reeve, "POST /reeve/v1/console/links")).body as { code: string };
    const body = JSON.stringify({ code: other.code });
    const head = `host: reeve.attacker.example\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    const elsewhere = (line: string) =>
      sendRaw(Number(new URL(reeve.url).port), [`${line} HTTP/1.1\r\n${head}${body}`]);
    for (const line of ["GET /", "POST /reeve/v1/console/logins"])
      expect(statusesIn(await elsewhere(line)), line).toEqual([421]);
    expect((await use({ code: other.code })).status).toBe(200);
    const form = { "content-type": "text/plain" };
    expect((await ask(reeve, "POST /reeve/v1/console/logins", { ...none, headers: form })).status).toBe(415);
  });
});

test("a browser gets a sentence while the page is being built, and then the page or the reason why there is none", async () => {
  const [first, second] = [Promise.withResolvers<readonly PageFile[]>(), Promise.withResolvers<readonly PageFile[]>()];
  const builds = [first, second];
  const page = createPage(async () => (await builds.shift()?.promise) ?? []);
  const visit = (mode: string) =>
    page.file({ header: (name) => (name === "sec-fetch-mode" ? mode : undefined) } as HttpRequest, "/");
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
