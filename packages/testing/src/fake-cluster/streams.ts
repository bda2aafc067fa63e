import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import type { Duplex, Readable, Writable } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";

/** The responses of a fake API server to `exec`, and to bytes sent to a forwarded port. */
export interface Streams {
  /** The output of a command, or the reason why it fails; or a process that is the command. */
  run: (
    pod: string,
    command: readonly string[],
  ) => { readonly output?: string; readonly failure?: string } | ChildProcessWithoutNullStreams;
  /** The response of a port to some bytes; undefined closes the connection. */
  answer: (pod: string, port: number, bytes: Buffer) => string | undefined;
  /** A port of this machine to which the ports of pods are forwarded; without it, they answer with `answer`. */
  target?: number;
}

const server = new WebSocketServer({ noServer: true, clientTracking: false, handleProtocols: () => "v4.channel.k8s.io" });

/** Accepts a WebSocket with Kubernetes' channels: the first byte of each message is the number of its channel. */
export function accept(request: IncomingMessage, socket: Duplex, head: Buffer, { run, answer, target }: Streams): void {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://fake");
  const [, pod = "", part] = /\/pods\/([^/]+)\/(\w+)$/.exec(pathname) ?? [];
  server.handleUpgrade(request, socket, head, (client) => {
    client.on("error", () => undefined);
    if (part === "exec") {
      // A real API server asks for the container if the pod has several.
      const isNamed = searchParams.get("container") === (pod === "reeve-0" ? "service" : "task");
      const answered = isNamed ? run(pod, searchParams.getAll("command")) : { failure: "a container name must be specified" };
      if ("stdin" in answered) connectProcess(client, answered);
      else {
        const { output = "", failure } = answered;
        void send(client, 1, output);
        void send(client, 3, JSON.stringify(failure === undefined ? { status: "Success" } : { status: "Failure", message: failure }));
        client.close();
      }
      return;
    }
    const port = Number(searchParams.get("ports"));
    for (const channel of [0, 1]) void send(client, channel, Buffer.of(port & 0xff, port >> 8));
    if (target !== undefined) return connectPort(client, target);
    client.on("message", (data: Buffer) => {
      const answered = answer(pod, port, data.subarray(1));
      if (answered === undefined) client.close();
      else void send(client, 0, answered);
    });
  });
}

/** Sends content on a channel; resolves when it is on its way, or when the connection has ended. */
function send(client: WebSocket, channel: number, content: string | Buffer): Promise<void> {
  return new Promise((resolve) => client.send(Buffer.concat([Buffer.of(channel), Buffer.from(content)]), () => resolve()));
}

/** Connects the channels of `exec` to a process. */
function connectProcess(client: WebSocket, child: ChildProcessWithoutNullStreams): void {
  const pass = async (channel: number, stream: Readable) => {
    for await (const chunk of stream as AsyncIterable<Buffer>) await send(client, channel, chunk);
  };
  child.stdin.on("error", () => undefined);
  const printed = Promise.all([pass(1, child.stdout), pass(2, child.stderr)]).catch(() => undefined);
  child.once("exit", async (code, signal) => {
    await printed;
    const exit = { reason: "ExitCode", message: String(signal ? 137 : code) };
    const message = `command terminated with exit code ${exit.message}`;
    const result = code === 0 ? { status: "Success" } : { status: "Failure", message, details: { causes: [exit] } };
    await send(client, 3, JSON.stringify(result));
    client.close();
  });
  sendMessages(client, child.stdin);
}

/** Connects the data channel of `portforward` to a port of this machine. */
function connectPort(client: WebSocket, port: number): void {
  const upstream = connect(port, "127.0.0.1");
  upstream.on("error", () => undefined);
  upstream.on("data", (chunk: Buffer) => void send(client, 0, chunk));
  upstream.once("close", () => client.close());
  client.once("close", () => upstream.destroy());
  sendMessages(client, upstream);
}

/** Sends the messages of a client, without their channel, to a stream. */
function sendMessages(client: WebSocket, to: Writable): void {
  client.on("message", (data: Buffer) => {
    if (to.write(data.subarray(1))) return;
    client.pause();
    to.once("drain", () => client.resume());
  });
  client.once("close", () => to.end());
}
