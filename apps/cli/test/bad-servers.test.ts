import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeHome, reeve } from "./command-line.ts";
import { type SmallServer, startSaying, startServer } from "./small-server.ts";

const HTML = { "content-type": "text/html" };

/** Servers that misbehave, each with the message that is expected. */
const servers: readonly {
  readonly what: string;
  start(): Promise<SmallServer>;
  readonly code: number;
  readonly message: RegExp;
  /** Timeouts for the command. The default is long enough for a busy machine. */
  readonly limits?: string;
}[] = [
  {
    what: "is not there",
    start: async () => {
      const server = await startSaying(200, "[]");
      await server[Symbol.asyncDispose]();
      return { ...server, [Symbol.asyncDispose]: async () => undefined };
    },
    code: 10,
    message: /nothing listens there/,
  },
  {
    what: "has an unknown host name",
    start: async () => ({ url: "http://cluster.invalid", [Symbol.asyncDispose]: async () => undefined }),
    code: 10,
    message: /cluster\.invalid/,
  },
  {
    what: "hangs",
    start: () => startServer(() => undefined),
    code: 12,
    message: /within 400 ms/,
    limits: "--request-timeout 400ms --timeout 3s",
  },
  {
    what: "dies in the middle of a body",
    start: () =>
      startServer((_, answer) => {
        answer.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
        answer.write('["orders"', () => answer.destroy());
      }),
    code: 10,
    message: /connection|broke off|closed/,
  },
  {
    what: "answers a page",
    start: () => startSaying(200, "<html><title>Welcome</title><script>x</script></html>", HTML),
    code: 9,
    message: /HTML|page/,
  },
  {
    what: "asks for a login with a page",
    start: () => startSaying(401, "<html><title>Log in</title></html>", { ...HTML, "www-authenticate": "oauthjwt" }),
    code: 4,
    message: /token/,
  },
  { what: "forbids", start: () => startSaying(403, "<html>no</html>", HTML), code: 5, message: /reeve whoami/ },
  { what: "knows no such service", start: () => startSaying(404, "Service not found"), code: 6, message: /kafka/ },
  { what: "cannot reach the service", start: () => startSaying(503, "Service is down"), code: 8, message: /503/ },
  {
    what: "sends somewhere else",
    start: () => startSaying(302, "", { location: "https://elsewhere.example/login" }),
    code: 9,
    message: /elsewhere\.example/,
  },
  { what: "answers nothing", start: () => startSaying(200, ""), code: 9, message: /received null/ },
  { what: "answers what is no list", start: () => startSaying(200, '{"a":1}'), code: 9, message: /array|list/ },
  { what: "answers half a document", start: () => startSaying(200, '["orders"'), code: 9, message: /JSON/ },
];

describe.each(servers)("a server that $what", ({ start, code, message, limits = "--request-timeout 20s --timeout 60s" }) => {
  let server: SmallServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const line = `broker topics list ${limits}`;
  const settings = (revision = "R2") => ({
    REEVE_URL: server.url,
    REEVE_SERVICE: "kafka",
    REEVE_REVISION: revision,
    REEVE_TOKEN: "canary-t0ken",
  });

  test("is reported in one sentence, with a hint and its exit code", async () => {
    using home = makeHome(settings());
    const { code: ended, out, err } = await reeve(home, line);
    expect(err).toMatch(message);
    expect({ ended, out }).toEqual({ ended: code, out: "" });
    expect(err.trimEnd().split("\n").length, err).toBeLessThanOrEqual(2);
    expect(err).toMatch(/^error: /);
    expect(err).not.toMatch(/^\s+at |node:|canary|<html|undefined|\[object/m);
  });

  test("is reported to programs as an object", async () => {
    using home = makeHome(settings());
    const { code: ended, out, err } = await reeve(home, `${line} --json -vv`);
    const lastLine = err.trimEnd().split("\n").at(-1) ?? "";
    expect({ ended, out, exitCode: JSON.parse(lastLine).error.exitCode }).toEqual({
      ended: code,
      out: "",
      exitCode: code,
    });
    expect(err).not.toContain("canary");
  });

  test("is reported even if the revision has to be detected first", async () => {
    using home = makeHome(settings(""));
    const { code: ended, err } = await reeve(home, line);
    expect({ ended, err }).toEqual({ ended: expect.any(Number), err: expect.stringMatching(/^error: /) });
    // A server without Reeve's API is recognised before topics are requested from it.
    expect([code, 6], err).toContain(ended);
  });

  test("is reported by doctor, too", async () => {
    using home = makeHome(settings());
    const { code: ended, out, err } = await reeve(home, "doctor --request-timeout 400ms --timeout 3s");
    expect(ended, out + err).not.toBe(0);
    expect(ended).not.toBe(1);
    expect(out + err).not.toMatch(/^\s+at |canary|undefined|\[object/m);
  });
});
