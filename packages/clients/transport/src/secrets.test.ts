import { inspect } from "node:util";
import { password, serviceAccount, token } from "@reeve/auth";
import { ReeveError } from "@reeve/contract";
import { afterEach, expect, test } from "vitest";
import { PASSWORD, startCluster } from "../test/cluster.ts";
import { read } from "../test/exchange.ts";
import { type Answer, startServer } from "../test/server.ts";
import type { TransportEvent } from "./events.ts";
import type { Exchange, TransportOptions } from "./options.ts";
import { createTransport } from "./transport.ts";

const TOKEN = "t0ken-canary/+=";
const ACCESS_KEY = "AKIA-canary";
const SECRET_KEY = 's3cret "canary" key';
const canaries = [TOKEN, ACCESS_KEY, SECRET_KEY, PASSWORD, "canary"];

const backup: Exchange = {
  request: {
    method: "PUT",
    path: "/service/cassandra/v1/backup/start",
    query: "",
    body: { backup_name: "nightly", s3_access_key: ACCESS_KEY, s3_secret_key: SECRET_KEY },
  },
  effect: "change",
  operation: "backup.start",
  secrets: [ACCESS_KEY, SECRET_KEY],
};

const observed: string[] = [];
afterEach(() => {
  observed.length = 0;
});

/** Everything that users or logs could see of a failed call. */
async function allOutput(options: TransportOptions, exchange: Exchange): Promise<string> {
  const observe = (event: TransportEvent) => {
    observed.push(JSON.stringify(event), inspect(event, { depth: 9 }));
    if (event.kind === "response") observed.push(JSON.stringify(event.headers()));
  };
  const spans: unknown[] = [];
  const tracer = {
    startSpan: (name: string, given: unknown) => {
      spans.push(name, given);
      return {
        setAttribute: (...words: unknown[]) => spans.push(words),
        setStatus: (status: unknown) => spans.push(status),
        end: () => undefined,
      };
    },
  };
  const error = await createTransport({ ...options, observe, tracer, timeout: 500, retries: 1 })
    .send(exchange)
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
  if (!(error instanceof ReeveError)) throw new Error("it did not fail");
  const output = [error.message, error.stack, String(error), JSON.stringify(error), inspect(error, { depth: 20, showHidden: true })];
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) output.push(String(cause), cause.stack);
  return [...output, ...observed, inspect(spans, { depth: 9 })].join("\n");
}

const echo =
  (text: (request: { headers: unknown; body: string }) => string, status: number, headers: Record<string, string> = {}): Answer =>
  (request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(text(request));
  };

const all = ({ headers, body }: { headers: unknown; body: string }) =>
  JSON.stringify({ detail: `${JSON.stringify(headers)} ${body}`, headers, body });

const servers: [string, Answer][] = [
  ["echoes all in a problem", echo(all, 400)],
  ["echoes all in a page", echo((request) => `<html>${all(request)}</html>`, 403, { "content-type": "text/html" })],
  ["echoes all as text", echo((request) => `${JSON.stringify(request.headers)} ${request.body}`, 500, { "content-type": "text/plain" })],
  ["echoes all in JSON that is cut short", echo((request) => all(request).slice(0, -1), 200)],
  ["echoes all in a 401", echo(all, 401)],
  [
    "redirects to a place that has it all",
    echo(() => "", 302, {
      location: `https://x.invalid/?t=${encodeURIComponent(TOKEN)}&k=${encodeURIComponent(SECRET_KEY)}&a=${ACCESS_KEY}`,
    }),
  ],
  ["cuts the connection", (_, response) => response.destroy()],
  ["never answers", () => undefined],
];

test.each(servers)("a server that %s brings no secret to light", async (_, answer) => {
  await using server = await startServer(answer);
  const output = await allOutput({ url: server.url, credentials: token(TOKEN) }, backup);
  for (const canary of canaries) expect(output).not.toContain(canary);
  expect(output).toContain("backup.start");
});

test.each([
  ["a password", () => password({ uid: "nobody", password: PASSWORD })],
  [
    "an invalid key",
    () =>
      serviceAccount({
        uid: "robot",
        privateKey: "-----BEGIN PRIVATE KEY-----\nY2FuYXJ5\ncanary\n-----END PRIVATE KEY-----",
      }),
  ],
  ["a token that no header can carry", () => token(`${TOKEN}\r\nx: canary`)],
])("a login with %s that fails brings no secret to light", async (_, make) => {
  await using cluster = await startCluster();
  let output: string;
  try {
    output = await allOutput({ url: cluster.url, credentials: make() }, read);
  } catch (thrown) {
    output = inspect(thrown, { depth: 20, showHidden: true });
  }
  for (const canary of [...canaries, "Y2FuYXJ5"]) expect(output).not.toContain(canary);
});

test("a login that echoes the password brings it not to light", async () => {
  await using server = await startServer(echo(({ body }) => JSON.stringify({ title: body, description: body }), 401));
  const output = await allOutput({ url: server.url, credentials: password({ uid: "robot", password: PASSWORD }) }, read);
  expect(output).toContain("was refused");
  expect(output).not.toContain(PASSWORD);
});

test("a secret is redacted before text is truncated, so that no part of it remains", async () => {
  for (const padding of [440, 460, 480, 495]) {
    await using server = await startServer(
      echo(({ headers }) => "a".repeat(padding) + JSON.stringify(headers), 400, { "content-type": "text/plain" }),
    );
    const output = await allOutput({ url: server.url, credentials: token(TOKEN) }, read);
    for (let length = 6; length < TOKEN.length; length++) expect(output).not.toContain(TOKEN.slice(0, length));
  }
});

test("a secret in a path or a query is shown nowhere", async () => {
  await using server = await startServer(echo(all, 400));
  const request = { method: "GET", path: "/x/sec-canary", query: "key=sec-canary" } as const;
  const output = await allOutput({ url: server.url }, { request, effect: "read", secrets: ["sec-canary"] });
  expect(output).not.toContain("canary");
});

test("the events of a request show that there was a token, not its value", async () => {
  await using server = await startServer(echo(() => "[]", 200));
  const events: TransportEvent[] = [];
  const transport = createTransport({
    url: server.url,
    credentials: token(TOKEN),
    observe: (event) => events.push(event),
  });
  await transport.send(read);
  expect(events.find(({ kind }) => kind === "request")).toMatchObject({
    headers: { authorization: "token=<redacted>" },
  });
  expect(inspect(transport, { depth: 20, showHidden: true }) + JSON.stringify(events)).not.toContain("canary");
});
