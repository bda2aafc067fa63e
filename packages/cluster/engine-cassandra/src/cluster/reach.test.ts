import { once } from "node:events";
import { createServer, type Server as HttpServer } from "node:http";
import { createServer as createPlainServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { ReeveError } from "@reeve/contract";
import type { Address, NodeView } from "@reeve/orchestrator/engine";
import { makeCertificates } from "@reeve/testing/certificates";
import { expect, onTestFinished, test } from "vitest";
import { cqlAnswers } from "../agent/cql-answers.ts";
import { withClient } from "../maintenance/cql.ts";
import { type Member, membersOf } from "./members.ts";
import { isReady } from "./readiness.ts";
import { recordsIn } from "./records.ts";
import { servedTimes } from "./served-times.ts";
import { viewFrom } from "./view.ts";

const { signal } = new AbortController();
const HOST = "node-0.cassandra.tests.invalid";
const node = {
  id: "node-0",
  state: "running",
  placement: { addresses: [HOST, "10.88.0.7"], ports: { native: 9042, storage: 7000, agent: 8778 } },
} as unknown as NodeView;

async function portOf(server: Server | HttpServer): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Returns the means to administer a node whose name does not resolve on this machine; its ports lead to these servers. */
async function member(servers: Readonly<Record<number, Server | HttpServer>>, ca?: string): Promise<Member> {
  const local = new Map<number, number>();
  for (const [port, server] of Object.entries(servers)) local.set(Number(port), await portOf(server));
  async function reach({ host, port }: Address): Promise<Address> {
    expect(host).toBe(HOST);
    return { host: "127.0.0.1", port: local.get(port) ?? 0 };
  }
  const members = membersOf(
    { nodes: () => [node], secret: () => "secret", reach },
    { trustedFor: () => (ca === undefined ? undefined : async () => ca) },
  );
  const found = members.of(node);
  if (!found) throw new Error("the node is not placed");
  return found;
}

/** The length and the content of an error: its code and its text. */
const ERROR = Buffer.concat([Buffer.from("0000000a000001000004", "hex"), Buffer.from("none")]);

/** Answers requests for options as a node does, and every other request with an error, in the request's version and stream. */
function options(socket: Socket): void {
  socket
    .on("error", () => undefined)
    .on("data", (bytes: Buffer) => {
      if (bytes[4] === 5) socket.write(Buffer.from("850000000600000000", "hex"));
      else socket.write(Buffer.concat([Buffer.of(0x84, 0, ...bytes.subarray(2, 4), 0), ERROR]));
    });
}

/** Answers the questions to a node's agent, and records which host they name. */
function agent(hosts: string[] = []): HttpServer {
  return createServer((request, answer) => {
    hosts.push(request.headers.host ?? "");
    answer.end(JSON.stringify({ status: 200, value: { OperationMode: "NORMAL", Datacenter: "here", Rack: "one" } }));
  });
}

test("the service connects to a node's agent through the given way, and names the node itself", async () => {
  const hosts: string[] = [];
  const found = await member({ 8778: agent(hosts) });
  expect((await viewFrom(found, { signal }))?.mode).toBe("NORMAL");
  expect(hosts).toEqual([`${HOST}:8778`]);
});

test("clients get the node's own address", async () => {
  expect((await member({})).native).toMatchObject({ host: HOST, port: 9042 });
});

test("the service checks through the given way whether a node answers clients", async () => {
  const found = await member({ 9042: createPlainServer(options) });
  expect(await cqlAnswers(found.native, signal)).toBe(true);
});

test("with TLS, the certificate has to be that of the node, not that of the address of the connection", async () => {
  const own = await makeCertificates(HOST);
  const other = await makeCertificates("127.0.0.1");
  expect(await cqlAnswers((await member({ 9042: createTlsServer(own, options) }, own.ca)).native, signal)).toBe(true);
  const wrong = await member({ 9042: createTlsServer(other, options) }, other.ca);
  expect(await cqlAnswers(wrong.native, signal)).toBe(false);
});

test("statements go to a node through the given way, and only to the node that its certificate names", async () => {
  const [own, other] = [await makeCertificates(HOST), await makeCertificates("127.0.0.1")];
  const names: (string | false | null)[] = [];
  /** Records the name of each connection on which a client has sent something, which it does only to a node that it trusts. */
  const record = (socket: TLSSocket) => {
    socket.on("data", () => names.push(socket.servername));
    options(socket);
  };
  const trusted = await member({ 8778: agent(), 9042: createTlsServer(own, record) }, own.ca);
  await expect(withClient(trusted, signal, async () => undefined)).rejects.toThrow();
  expect(new Set(names)).toEqual(new Set([HOST]));
  names.length = 0;
  const wrong = await member({ 8778: agent(), 9042: createTlsServer(other, record) }, other.ca);
  await expect(withClient(wrong, signal, async () => undefined)).rejects.toThrow();
  expect(names).toEqual([]);
});

test("if the service may not connect to nodes, the reason is the answer", async () => {
  const members = membersOf(
    {
      nodes: () => [node],
      secret: () => "",
      reach: async () => {
        throw new ReeveError("conflict", "a permission is missing");
      },
    },
    { trustedFor: () => undefined },
  );
  const context = { members, records: recordsIn({} as never), served: servedTimes(() => 0) };
  await expect(isReady(node, context, signal)).rejects.toThrow("a permission is missing");
});
