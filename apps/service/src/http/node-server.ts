import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createHttpsServer, type Server as HttpsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { ReeveError } from "@reeve/contract";
import { writeStream } from "./answer.ts";
import { refuseBroken, refuseTunnel } from "./broken-request.ts";
import { type Clients, createClients } from "./client-of.ts";
import { type Connections, createConnections } from "./connections.ts";
import type { HttpLimits } from "./limits.ts";
import type { HttpAnswer, HttpRequest } from "./message.ts";
import { type NodeExchange, requestOf } from "./node-request.ts";
import { defect, problem } from "./problem.ts";
import { refuseEarly } from "./refuse-early.ts";
import { serveInTurn } from "./turns.ts";

export type Handle = (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>;

export interface NodeServerOptions {
  readonly host: string;
  readonly port: number;
  readonly limits: HttpLimits;
  /** A key and a certificate as PEM, for HTTPS. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** The addresses of proxies whose `X-Forwarded-For` header names the client. */
  readonly trustedProxies?: readonly string[];
}

export type NodeServer = Awaited<ReturnType<typeof listen>>;

/** Listens with Node's own server, without a framework. */
export async function listen(handle: Handle, options: NodeServerOptions) {
  const { limits, tls, host, port, trustedProxies = [] } = options;
  const settings = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.idleTimeout,
    connectionsCheckingInterval: Math.min(1000, limits.headTimeout),
    noDelay: true,
    // Node would refuse a request without a Host header and give no reason; `refuse-early.ts` gives a reason.
    requireHostHeader: false,
  };
  const clients = createClients(trustedProxies);
  const connections = createConnections(limits, clients.isProxy);
  const work: Work = { handle, limits, clients, connections, running: 0, closing: false };
  const answer = (request: IncomingMessage, response: ServerResponse, { awaitsContinue = false, refusal }: Expectation = {}) => {
    const connection = connections.of(request.socket);
    const exchange = { request, response, connection, awaitsContinue };
    serveInTurn(request.socket, connection.queue, response, () => serve(exchange, work, refusal));
  };
  const server: Server | HttpsServer = tls
    ? createHttpsServer({ ...settings, ...tls, minVersion: "TLSv1.2", handshakeTimeout: limits.headTimeout }, answer)
    : createHttpServer(settings, answer);
  // Closes idle connections, those of clients that do not read their answers, and those that only this side has ended. Clients that wait
  // for a slow answer stay connected.
  server.on("timeout", (socket: Socket) => {
    const { current } = connections.of(socket).queue;
    const isAwaited = current !== undefined && !current.writableEnded;
    if (socket.writableEnded || socket.writableLength > 0 || !isAwaited) socket.destroy();
  });
  // Connections over `limits.connections` are refused with an answer. Connections over twice that number are dropped by Node without an
  // answer.
  server.maxConnections = limits.connections * 2;
  server.maxHeadersCount = limits.headers + 1;
  server.on("connection", connections.add);
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    socket.setTimeout(limits.idleTimeout);
    // If an answer has begun, only the connection is ended, because a second answer would be mixed into the first.
    if (connections.of(socket).queue.isLast) socket.end();
    else refuseBroken(error, socket);
  });
  // Without this listener, Node would ask every client for its body, also those without a token.
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => answer(request, response, { awaitsContinue: true }));
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) =>
    answer(request, response, { refusal: unknownExpectation }),
  );
  server.on("connect", ({ socket }: IncomingMessage, tunnel) => {
    // The server takes no more notice of this connection.
    socket.setTimeout(limits.idleTimeout, () => socket.destroy());
    refuseTunnel(tunnel);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)));
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    /** Uses another certificate for new connections. */
    renew: (next: { readonly key: string; readonly cert: string }) => {
      if ("setSecureContext" in server) server.setSecureContext(next);
    },
    connections: connections.count,
    /** Accepts no more connections, waits for running requests up to the timeout, and then closes all connections. */
    close: async () => {
      work.closing = true;
      // Requests that arrive now still get an answer, which announces that the connection will be closed. Without an answer, their clients
      // would see a failure.
      if (connections.count() > 0) {
        await sleep(Math.min(DRAIN, limits.closeTimeout));
        // On a busy machine the timer may fire late. A few turns of the event loop then let the server read requests that have arrived
        // meanwhile.
        for (let turns = 0; turns < 3; turns++) await turn();
      }
      await new Promise<void>((resolve) => {
        const force = setTimeout(connections.closeAll, limits.closeTimeout);
        server.close(() => {
          clearTimeout(force);
          resolve();
        });
      });
      // Waits for running requests even if their clients have disconnected, because the results must be recorded.
      if (work.running === 0) return;
      work.idle = Promise.withResolvers();
      await Promise.race([work.idle.promise, sleep(limits.closeTimeout, undefined, { ref: false })]);
    },
  };
}

/** Milliseconds during which new requests are still answered while the service ends. */
const DRAIN = 100;

/** The state of the server: how requests are handled, and which requests are running. */
interface Work {
  readonly handle: Handle;
  readonly limits: HttpLimits;
  readonly clients: Clients;
  readonly connections: Connections;
  /** The number of requests whose answer, or the end of its stream, is awaited. */
  running: number;
  /** Resolved when no request is running. */
  idle?: PromiseWithResolvers<void>;
  closing: boolean;
}

/** What the `Expect` header of a request says. */
interface Expectation {
  readonly awaitsContinue?: boolean;
  /** The answer to an expectation that is not supported. */
  readonly refusal?: HttpAnswer;
}

const unknownExpectation = problem(417, "bad-input", "The only supported expectation is 100-continue.");

function serve(exchange: NodeExchange, work: Work, refusal?: HttpAnswer): void {
  const { request, connection } = exchange;
  const { handle, limits, clients, connections } = work;
  connections.used(connection);
  const client = clients.of(request.socket.remoteAddress ?? "unknown", request.headers["x-forwarded-for"]);
  const trust = () => connections.trust(connection);
  const answer =
    refusal ??
    refuseEarly(request, limits, connections.count()) ??
    handle(requestOf(exchange, { client, trust, bodyBytes: limits.bodyBytes }));
  const send = (found: HttpAnswer) => {
    const sent = sendAnswer(exchange, found, work);
    if (sent) void sent.finally(() => ended(work));
    else ended(work);
  };
  work.running++;
  // A handler that fails does not keep its client waiting, nor the service from closing.
  if (answer instanceof Promise) void answer.then(send, () => send(defect()));
  else send(answer);
}

function ended(work: Work): void {
  if (--work.running === 0) work.idle?.resolve();
}

/** Sends an answer. For a stream, resolves when it has been sent. */
function sendAnswer(
  { request, response, connection, awaitsContinue }: NodeExchange,
  { status, headers, body, stream, endless = false }: HttpAnswer,
  { limits, closing }: Work,
): Promise<void> | undefined {
  if (response.destroyed || response.headersSent) return undefined;
  // If a large request is answered before all of it has arrived, the connection is closed after the answer. A stream is the last answer of
  // its connection, too, so that a service that is ending does not wait for further requests.
  const refused = status === 413 || status === 408 || awaitsContinue || (!request.complete && !isSmall(request));
  const close = closing || stream !== undefined || refused;
  // Chunks show the receiver whether a stream was cut off. A stream without an end does not need them, and each write is cheaper without
  // them.
  if (endless) response.useChunkedEncodingByDefault = false;
  response.writeHead(status, close ? { ...headers, connection: "close" } : headers);
  if (close) {
    connection.queue.isLast = true;
    request.socket.setTimeout(limits.idleTimeout);
  }
  if (refused && !request.complete && (stream === undefined || request.method === "HEAD")) {
    endOnceRead(request, response, body);
    return undefined;
  }
  if (stream && request.method !== "HEAD") {
    response.flushHeaders();
    request.resume();
    return writeStream(stream, response);
  }
  if (request.method === "HEAD" || body.length === 0) response.end();
  else response.end(body);
  // Of the other answers, only those that the client has not taken at once need a timer, which would cost time with each request. An answer
  // behind an earlier one waits for the connection.
  if (!response.writableFinished) request.socket.setTimeout(limits.idleTimeout);
  return undefined;
}

/**
 * Sends the whole answer, and closes the connection once the rest of the request has been read, or after a timeout. If a connection with
 * unread bytes were closed, the client would see a reset instead of the answer.
 */
function endOnceRead(request: IncomingMessage, response: ServerResponse, body: HttpAnswer["body"]): void {
  if (request.method === "HEAD" || body.length === 0) response.flushHeaders();
  else response.write(body);
  const end = () => {
    clearTimeout(enough);
    response.end();
  };
  const enough = setTimeout(end, LINGER_TIME);
  request.once("end", end).once("close", end).resume();
}

/** Milliseconds for which a refused client may keep sending; its bytes are discarded. */
const LINGER_TIME = 1000;

/**
 * Tells whether the rest of the body is small. When an answer ends, Node reads the rest of the request, which is only acceptable for small
 * bodies.
 */
function isSmall(request: IncomingMessage): boolean {
  return request.headers["transfer-encoding"] === undefined && Number(request.headers["content-length"] ?? 0) < 65_536;
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): ReeveError {
  const where = `${host}:${port}`;
  if (error.code === "EADDRINUSE") return new ReeveError("conflict", `${where} is in use already: choose another port`);
  if (error.code === "EACCES")
    return new ReeveError("forbidden", `${where}: this user is not allowed to listen there; choose another port`);
  return new ReeveError("bad-input", `${where}: cannot listen there (${error.code ?? error.message})`);
}
