import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { callOperation } from "@reeve/client";
import { inputOf, routesOf } from "@reeve/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientFor, sampleBody } from "./clients.ts";
import { type CoveredRow, coverRows } from "./coverage.ts";

interface Recorded {
  readonly method: string | undefined;
  readonly target: string | undefined;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: string;
}

const recorded: Recorded[] = [];
let answer: (line: string) => readonly [status: number, body: string, type?: string];

const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { method, url: target, headers } = request;
  recorded.push({ method, target, authorization: headers.authorization, contentType: headers["content-type"], body });
  const [status, text, type = "application/json"] = answer(`${method} ${target}`);
  response.writeHead(status, { "content-type": type });
  response.end(text);
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const nameOf = ({ row, revision, method }: CoveredRow) =>
  `${row.api} ${revision}: ${method} ${row.path}${row.query === "" ? "" : `?${row.query}`}`;

test.each(coverRows().map((row) => [nameOf(row), row] as const))(
  "sent to the letter: %s",
  async (_, { row, found, revision, method, target }) => {
    if (!found) throw new Error(`nothing answers ${target}`);
    const { operation, name } = found;
    const example = operation.example as Readonly<Record<string, unknown>>;
    const body = Object.fromEntries(operation.body.map((field) => [field, example[field]]).filter(([, value]) => value !== undefined));
    const printed = `${method} ${target}`;
    const sample = sampleBody(found, revision);
    const { media } = operation.output;
    const good = [200, media === "text/xml" ? String(sample) : JSON.stringify(sample), media] as const;
    // For two rows the client first sends another form than the printed one, and sends the printed form if the server refuses the first.
    const refused = [row.methods.length > 1 ? 405 : 404, ""] as const;
    answer = (line) => (line === printed ? good : refused);

    const { port } = server.address() as AddressInfo;
    const client = clientFor(row.api, { url: `http://127.0.0.1:${port}`, service: "demo", revision, token: "t0ken" });
    recorded.length = 0;
    const raw = await callOperation(client, name, inputOf(found, body));

    expect(raw).toMatchObject({ status: 200, body: sample });
    expect(recorded.at(-1)).toEqual({
      method,
      target,
      authorization: "token=t0ken",
      contentType: operation.body.length > 0 ? "application/json" : undefined,
      body: operation.body.length > 0 ? JSON.stringify(body) : "",
    });
    const [first] = routesOf(operation, revision);
    expect(recorded).toHaveLength(found.route === first ? 1 : 2);
  },
);
