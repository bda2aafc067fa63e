import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { password, token } from "@reeve/auth";
import { failureOf } from "@reeve/testing/failure-of";
import { describe, expect, test } from "vitest";
import { PASSWORD, startCluster } from "../test/cluster.ts";
import { change, read } from "../test/exchange.ts";
import { type Answer, json, startServer } from "../test/server.ts";
import type { Exchange } from "./options.ts";
import { createTransport } from "./transport.ts";

const sending =
  (body: string | Uint8Array, type: string, status = 200): Answer =>
  (_, response) => {
    response.writeHead(status, { ...(type !== "" && { "content-type": type }), "content-length": body.length });
    response.end(body);
  };

async function answerTo(exchange: Exchange, answer: Answer) {
  await using server = await startServer(answer);
  return await createTransport({ url: server.url, retries: 0 }).send(exchange);
}

const site: Exchange = { ...read, media: "text/xml" };
const latin1 = (text: string) => Buffer.from(text, "latin1");

describe("the type of an answer", () => {
  test.each(["image/png", "application/octet-stream", "text/css", "application/xml", "text/event-stream"])(
    "%s is not JSON",
    async (type) => {
      const error = await failureOf(answerTo(read, sending("[]", type)));
      expect([error.code, error.message]).toEqual(["unexpected-response", `the server answered with ${type} instead of JSON`]);
      expect(error.context).toMatchObject({ status: 200, excerpt: "[]" });
    },
  );

  test.each(["application/json", "image/png"])("%s is not XML", async (type) => {
    const error = await failureOf(answerTo(site, sending("[]", type)));
    expect(error.message).toBe(`the server answered with ${type} instead of XML`);
  });

  test.each(["text/json", "Application/JSON ; charset=UTF-8", "application/problem+json", "text/plain", ""])(
    "%j may be JSON",
    async (type) => {
      expect((await answerTo(read, sending("[1]", type))).body).toEqual([1]);
    },
  );

  test.each(["text/xml", "application/xml;charset=utf-8", "application/x+xml", "text/plain", ""])("%j may be XML", async (type) => {
    expect((await answerTo(site, sending("<a/>", type))).body).toBe("<a/>");
  });

  test("matters not where there is no body", async () => {
    expect((await answerTo(read, sending("", "image/png", 202))).body).toBeNull();
  });

  test("of a failure decides whether it has words for people", async () => {
    const picture = await failureOf(answerTo(read, sending("\u0089PNG words", "image/png", 500)));
    expect([picture.code, picture.message]).toEqual(["server-failure", "the server failed (500)"]);
    const text = await failureOf(answerTo(read, sending("Plan x not found", "text/plain", 404)));
    expect(text.message).toBe("Plan x not found (404)");
  });
});

describe("the encoding of an answer", () => {
  test("are UTF-8, with or without a byte order mark, which is no part of the text", async () => {
    const response = await answerTo(read, sending(Buffer.from('\uFEFF["é"]'), "application/json"));
    expect([response.body, response.text]).toEqual([["é"], '["é"]']);
    const document = await answerTo(site, sending(Buffer.from("\uFEFF<a>é</a>"), "text/xml"));
    expect(document.body).toBe("<a>é</a>");
  });

  test("are what the server says they are", async () => {
    const response = await answerTo(read, sending(latin1('["é"]'), 'text/plain; charset="ISO-8859-1"'));
    expect(response.body).toEqual(["é"]);
  });

  test("may be the one that stands for what cannot be read, if the server sent it", async () => {
    expect((await answerTo(read, sending(Buffer.from('["\uFFFD"]'), "application/json"))).body).toEqual(["\uFFFD"]);
  });

  test.each(["utf-16le", "utf-8"] as const)("of which the last is incomplete are read up to it (%s)", async (encoding) => {
    const cut = Buffer.from("Plan x: \u00e9", encoding).subarray(0, -1);
    const error = await failureOf(answerTo(read, sending(cut, `text/plain; charset=${encoding}`, 404)));
    expect(error.message).toBe(`Plan x: (404); the body is not valid ${encoding} text`);
  });

  test.each([
    ["no UTF-8", "application/json", "the body is not valid utf-8 text"],
    ["in an unknown encoding", "application/json; charset=x-unknown", "the body is not valid x-unknown text"],
  ])("that are %s are an error, not other letters", async (_, type, message) => {
    const error = await failureOf(answerTo(read, sending(latin1('["caf\u00e9"]'), type)));
    expect([error.code, error.message]).toEqual(["unexpected-response", message]);
    expect(error.context).toMatchObject({ status: 200, excerpt: '["caf\uFFFD"]' });
  });
});

describe("a body that is packed", () => {
  const packings = { gzip: gzipSync, br: brotliCompressSync };
  const text = JSON.stringify(Array.from({ length: 500 }, (_, index) => `topic-${index}`));
  const packed: (coding: string, body: Uint8Array) => Answer = (coding, body) => (_, response) => {
    const headers = { "content-type": "application/json", "content-encoding": coding, "content-length": body.length };
    response.writeHead(200, headers).end(body);
  };

  test.each(["gzip", "br"] as const)("with %s is unpacked", async (coding) => {
    expect((await answerTo(read, packed(coding, packings[coding](text)))).text).toBe(text);
  });

  test("and broken, or cut off, is an error", async () => {
    const whole = gzipSync(text);
    const broken = await failureOf(answerTo(read, packed("gzip", Buffer.from(whole).fill(0x55, 30))));
    expect([broken.code, broken.context.status]).toEqual(["unreachable", 200]);
    expect(broken.message).toContain("the answer cannot be decompressed (Z_DATA_ERROR)");
    const cut = await failureOf(answerTo(read, packed("gzip", whole.subarray(0, 100))));
    expect([cut.code, cut.context.status]).toEqual(["unreachable", 200]);
    expect(cut.message).toContain("the connection was cut (Z_BUF_ERROR)");
  });

  test("into less than it may have, but would be more, is not unpacked to its end", async () => {
    await using server = await startServer(packed("gzip", gzipSync(`["${"x".repeat(5_000_000)}"]`)));
    const error = await failureOf(createTransport({ url: server.url, maxBodyBytes: 100_000 }).send(read));
    expect(error.message).toBe("the body is larger than the limit of 100000 bytes");
  });

  test.each([
    ["gzip, BR", brotliCompressSync(gzipSync(text))],
    ["x-gzip", gzipSync(text)],
    ["deflate", deflateSync(text)],
  ])("with %s is unpacked, too", async (coding, body) => {
    expect((await answerTo(read, packed(coding, body))).text).toBe(text);
  });

  test("more often than five times is refused", async () => {
    const codings = Array.from({ length: 6 }, () => "gzip");
    const body = codings.reduce((bytes: Uint8Array) => gzipSync(bytes), Buffer.from(text));
    const error = await failureOf(answerTo(read, packed(codings.join(), body)));
    expect(error.code).toBe("unreachable");
  });

  test("with an encoding that was not requested is refused", async () => {
    const error = await failureOf(
      answerTo(read, (_, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-encoding": "x-own" });
        response.end(gzipSync(text));
      }),
    );
    expect([error.code, error.message]).toEqual(["unexpected-response", "the body is not valid utf-8 text"]);
  });
});

describe.each([
  ["announced", true],
  ["not announced", false],
])("a body over the limit, its length %s", (_, announced) => {
  const large: (status: number) => Answer = (status) => (__, response) => {
    const body = `{"detail":"it begins so ${"x".repeat(2_000_000)}"}`;
    response.writeHead(status, {
      "content-type": "application/json",
      ...(announced && { "content-length": body.length }),
    });
    response.end(body);
  };
  const maxBodyBytes = 1_000_000;

  test("keeps its beginning as an excerpt", async () => {
    await using server = await startServer(large(200));
    const error = await failureOf(createTransport({ url: server.url, maxBodyBytes }).send(read));
    expect([error.code, error.context.status, error.context.attempts]).toEqual(["unexpected-response", 200, 1]);
    expect(error.context.excerpt).toMatch(/^\{"detail":"it begins so x+…$/);
  });

  test("does not hide that a service is out", async () => {
    await using server = await startServer((request, response, count) =>
      count === 1 ? large(503)(request, response, count) : json(response, 200, []),
    );
    const transport = createTransport({ url: server.url, maxBodyBytes, clock: { now: Date.now, random: () => 0 } });
    expect((await transport.send(read)).attempts).toBe(2);
    await using down = await startServer(large(503));
    const error = await failureOf(createTransport({ url: down.url, maxBodyBytes, retries: 0 }).send(read));
    expect(error.code).toBe("server-failure");
    expect(error.message).toMatch(/ \(503\); the body is larger than the limit of 1000000 bytes$/);
  });

  test("does not keep a token from being renewed", async () => {
    await using cluster = await startCluster();
    await using server = await startServer((request, response, count) => {
      if (request.url.endsWith("/login")) json(response, 200, { token: `t${count}` });
      else if (request.headers.authorization === "token=t1") large(401)(request, response, count);
      else json(response, 200, ["orders"]);
    });
    const credentials = password({ uid: "robot", password: PASSWORD });
    const response = await createTransport({ url: server.url, maxBodyBytes, credentials }).send(change);
    expect([response.body, response.attempts, cluster.logins()]).toEqual([["orders"], 2, 0]);
  });
});

describe("a body that is cut off", () => {
  const cut: (status: number, text: string) => Answer = (status, text) => (_, response) => {
    response.writeHead(status, { "content-type": "application/json", "content-length": 10_000 });
    response.write(text, () => setTimeout(() => response.destroy(), 20));
  };

  test("keeps its status and its beginning", async () => {
    const error = await failureOf(answerTo(read, cut(200, '{"partitions":[')));
    expect([error.code, error.context.status, error.context.excerpt]).toEqual(["unreachable", 200, '{"partitions":[']);
    const outage = await failureOf(answerTo(read, cut(503, "<html>out")));
    expect(outage.code).toBe("server-failure");
    expect(outage.message).toMatch(/^the service cannot be reached behind its gateway \(503\); .* cannot be reached/);
  });

  test("within a secret shows no part of it", async () => {
    const canary = "t0ken-canary-of-some-length";
    await using server = await startServer(cut(500, `{"detail":"you sent ${canary.slice(0, -2)}`));
    const error = await failureOf(createTransport({ url: server.url, credentials: token(canary) }).send(read));
    expect(error.context.excerpt).toBe('{"detail":"you sent');
    expect(JSON.stringify(error)).not.toContain("canary");
  });
});

test("304 is no redirect, and unexpected: the request was not conditional", async () => {
  const error = await failureOf(answerTo(read, (_, response) => response.writeHead(304).end()));
  expect([error.code, error.message]).toEqual(["unexpected-response", "the server answered with an unexpected status (304)"]);
});
