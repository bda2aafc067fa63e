import { once } from "node:events";
import { createServer as createHttpsServer, type Server as HttpServer } from "node:https";
import { createServer as createPlainServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { ReeveError } from "@reeve/contract";
import { freePorts } from "@reeve/java-software";
import type { Address, NodeView } from "@reeve/orchestrator/engine";
import { type Certificates, makeCertificates } from "@reeve/testing/certificates";
import { expect, onTestFinished, test } from "vitest";
import { cqlAnswers } from "../agent/cql-answers.ts";
import { withClient } from "../maintenance/cql.ts";
import { type Member, membersOf } from "./members.ts";
import { isReady, withoutAgent } from "./readiness.ts";
import { clusterRecordsIn } from "./records.ts";
import { servedTimes } from "./served-times.ts";
import { viewFrom } from "./view.ts";

const { signal } = new AbortController();
const HOST = "node-0.cassandra.tests.invalid";
const LAUNCH = "node-0-node__2";
const node = {
  id: "node-0",
  state: "running",
  tasks: [{ task: "node", taskId: LAUNCH }],
  placement: { addresses: [HOST, "10.88.0.7"], ports: { native: 9042, storage: 7000, agent: 8778 } },
} as unknown as NodeView;

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Returns the means to administer a node whose name does not resolve on this machine; its ports lead to these servers. */
async function member(servers: Readonly<Record<number, Server>>, { ca = "", agentCa = "" } = {}): Promise<Member> {
  const local = new Map<number, number>();
  for (const [port, server] of Object.entries(servers)) local.set(Number(port), await portOf(server));
  async function reach({ host, port }: Address): Promise<Address> {
    expect(host).toBe(HOST);
    return { host: "127.0.0.1", port: local.get(port) ?? 0 };
  }
  const members = membersOf(
    { nodes: () => [node], secret: () => "c2VjcmV0", reach },
    { trustedFor: () => (ca === "" ? undefined : async () => ca), authority: async () => agentCa || ca },
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

/** Answers the questions to a node's agent, and records which host they name and which secret they show. */
function agent(certificates: Certificates, heard: (string | undefined)[][] = []): HttpServer {
  return createHttpsServer(certificates, (request, answer) => {
    heard.push([request.headers.host, request.headers.origin]);
    answer.end(JSON.stringify({ status: 200, value: { OperationMode: "NORMAL", Datacenter: "here", Rack: "one" } }));
  });
}

test("the service connects to a node's agent through the given way, and names the node itself", async () => {
  const heard: (string | undefined)[][] = [];
  const own = await makeCertificates(HOST, { more: [LAUNCH] });
  const found = await member({ 8778: agent(own, heard) }, { agentCa: own.ca });
  expect((await viewFrom(found, { signal }))?.mode).toBe("NORMAL");
  expect(heard).toEqual([[`${HOST}:8778`, Buffer.from("secret").toString("hex")]]);
});

test.each([
  ["another authority has signed", { trusts: "another" }, [HOST, LAUNCH]],
  ["of an earlier launch", {}, [HOST, "node-0-node__1"]],
  ["of another node", {}, ["node-1.cassandra.tests.invalid", LAUNCH]],
  ["that has expired", { expired: true }, [HOST, LAUNCH]],
])("an agent with a certificate %s hears no secret", async (_, { expired, trusts }: Wrong, [host = "", ...more]) => {
  const heard: (string | undefined)[][] = [];
  const wrong = await makeCertificates(host, { more, ...(expired && { expired }) });
  const agentCa = trusts === undefined ? wrong.ca : (await makeCertificates(HOST)).ca;
  const found = await member({ 8778: agent(wrong, heard) }, { agentCa });
  expect(await viewFrom(found, { signal })).toBeUndefined();
  expect(await withoutAgent(found, signal)).toEqual({
    ready: false,
    reason: expect.stringMatching(NOT_PROVEN),
    failed: true,
  });
  expect(heard).toEqual([]);
});

const NOT_PROVEN = /^what listens on the port 8778 is not the agent of this launch \([A-Z_]+\)$/;

interface Wrong {
  readonly expired?: boolean;
  readonly trusts?: string;
}

test("a listener without TLS in the place of the agent hears no secret", async () => {
  const heard: Buffer[] = [];
  const listener = createPlainServer((socket) =>
    socket
      .on("error", () => undefined)
      .on("data", (bytes: Buffer) => {
        heard.push(bytes);
        socket.end("HTTP/1.1 401 Unauthorized\r\nwww-authenticate: Basic\r\ncontent-length: 0\r\n\r\n");
      }),
  );
  const found = await member({ 8778: listener }, { agentCa: (await makeCertificates(HOST)).ca });
  expect(await viewFrom(found, { signal })).toBeUndefined();
  expect(await withoutAgent(found, signal)).toMatchObject({ reason: expect.stringMatching(NOT_PROVEN), failed: true });
  const text = Buffer.concat(heard).toString("latin1");
  expect(text).not.toBe("");
  expect(text).not.toMatch(new RegExp(`secret|${Buffer.from("secret").toString("hex")}|c2VjcmV0|authorization|POST`, "i"));
});

test("a node that serves clients without its agent has failed to start, one that does not serve them yet is starting", async () => {
  const withPorts = (ports: object) => ({ ...node, placement: { addresses: ["127.0.0.1"], ports } }) as unknown as NodeView;
  const native = await portOf(createPlainServer(options));
  const [free = 0] = await freePorts(1);
  const members = membersOf({ nodes: () => [], secret: () => "" }, { trustedFor: () => undefined, authority: async () => "" });
  const reasonFor = async (native: number) => {
    const found = members.of(withPorts({ native, storage: 1, agent: free }));
    return found && withoutAgent(found, signal);
  };
  const reason = `its agent could not listen on the port ${free}`;
  expect(await reasonFor(native)).toEqual({ ready: false, reason, failed: true });
  expect(await reasonFor(free)).toEqual({ ready: false, reason: "it does not answer yet" });
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
  expect(await cqlAnswers((await member({ 9042: createTlsServer(own, options) }, own)).native, signal)).toBe(true);
  const wrong = await member({ 9042: createTlsServer(other, options) }, other);
  expect(await cqlAnswers(wrong.native, signal)).toBe(false);
});

test("statements go to a node through the given way, and only to the node that its certificate names", async () => {
  const [own, other] = [await makeCertificates(HOST), await makeCertificates("127.0.0.1")];
  const of = await makeCertificates(HOST, { more: [LAUNCH] });
  const names: (string | false | null)[] = [];
  /** Records the name of each connection on which a client has sent something, which it does only to a node that it trusts. */
  const record = (socket: TLSSocket) => {
    socket.on("data", () => names.push(socket.servername));
    options(socket);
  };
  const trusted = await member({ 8778: agent(of), 9042: createTlsServer(own, record) }, { ca: own.ca, agentCa: of.ca });
  await expect(withClient(trusted, signal, async () => undefined)).rejects.toThrow();
  expect(new Set(names)).toEqual(new Set([HOST]));
  names.length = 0;
  const wrong = await member({ 8778: agent(of), 9042: createTlsServer(other, record) }, { ca: other.ca, agentCa: of.ca });
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
    { trustedFor: () => undefined, authority: async () => "" },
  );
  const context = {
    members,
    records: clusterRecordsIn({} as never),
    served: servedTimes(() => 0),
    room: async () => undefined,
  };
  await expect(isReady(node, context, signal)).rejects.toThrow("a permission is missing");
});
