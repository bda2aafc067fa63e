import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import type { RequestOptions } from "node:https";
import { authority } from "./authority.ts";
import { openFetchLine } from "./fetch-line.ts";
import type { AnswerHeaders, Line, OpenLine, Way } from "./line.ts";
import { networkFailure } from "./network-failure.ts";
import { proxyFor } from "./proxy.ts";
import { readText } from "./read-text.ts";
import { unpacked } from "./unpacked.ts";

/**
 * A line on Node's own `http`, which is there in a few milliseconds where `fetch` takes tens: for programs that are started to ask one
 * thing. It keeps the promises of the usual line; through a proxy it is the usual line, because Node's `http` knows none.
 */
export const nodeLine: OpenLine = async (way) => {
  if (way.fetch || proxyFor(way.url, process.env)) return openFetchLine(way);
  return openNodeLine(way);
};

async function openNodeLine({ url: base, ca }: Way): Promise<Line> {
  const { origin, protocol } = new URL(base);
  const pem = ca === undefined ? undefined : authority(ca);
  // Not imported: a module's namespace takes all there is out of `node:http`, and with it what loads `fetch`.
  const http = process.getBuiltinModule(protocol === "https:" ? "node:https" : "node:http");
  // Said here, it holds even where NODE_TLS_REJECT_UNAUTHORIZED says otherwise for the whole process.
  const agent: Agent = new http.Agent({ keepAlive: true, rejectUnauthorized: true, ca: pem });
  return {
    send: async ({ request: { method, body }, url, headers, maxBodyBytes }, { signal, error }) => {
      const failure = (thrown: unknown) => error() ?? networkFailure(thrown, origin);
      const options: RequestOptions = { method, headers: { ...ALWAYS, ...headers }, agent, signal };
      let message: IncomingMessage;
      try {
        const request = http.request(url, options);
        limitConnecting(request);
        request.end(body && JSON.stringify(body));
        message = await answerTo(request);
      } catch (thrown) {
        throw failure(thrown);
      }
      const received = headersOf(message);
      const pieces = (await unpacked(message))[Symbol.asyncIterator]();
      const reader = { read: () => pieces.next(), cancel: async () => void message.destroy() };
      const read = await readText(reader, received, maxBodyBytes, failure);
      return { status: message.statusCode ?? 0, headers: received, ...read };
    },
    close: async () => agent.destroy(),
  };
}

const ALWAYS = { "user-agent": "reeve", "accept-encoding": "gzip, br" };

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // The second one stays: a request may fail once more after its answer has begun, and then it is the answer that says so.
    request.once("response", resolve).on("error", reject);
  });
}

/** As long as `fetch` waits for a connection. */
const CONNECT_LIMIT = 10_000;

/** A way that swallows everything is given up before the attempt is: another try may find a better one. */
function limitConnecting(request: ClientRequest): void {
  request.once("socket", (socket) => {
    if (!socket.connecting) return;
    const giveUp = () => socket.destroy(Object.assign(new Error("no connection came about"), { code: "ETIMEDOUT" }));
    const timer = setTimeout(giveUp, CONNECT_LIMIT);
    const stop = () => clearTimeout(timer);
    socket.once("encrypted" in socket ? "secureConnect" : "connect", stop).once("close", stop);
  });
}

function headersOf({ headers }: IncomingMessage): AnswerHeaders {
  const text = (value: string | readonly string[] = "") => (typeof value === "string" ? value : value.join(", "));
  return {
    get: (name) => (Object.hasOwn(headers, name.toLowerCase()) ? text(headers[name.toLowerCase()]) : null),
    *[Symbol.iterator]() {
      for (const [name, value] of Object.entries(headers)) yield [name, text(value)];
    },
  };
}
