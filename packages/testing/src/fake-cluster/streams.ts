import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import type { Duplex, Readable, Writable } from "node:stream";

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

/** Accepts a WebSocket with Kubernetes' channels. */
export function accept({ url = "", headers }: IncomingMessage, socket: Duplex, { run, answer, target }: Streams): void {
  const { pathname, searchParams } = new URL(url, "http://fake");
  const [, pod = "", part] = /\/pods\/([^/]+)\/(\w+)$/.exec(pathname) ?? [];
  // The proof of RFC 6455 that the other side speaks WebSocket.
  const proof = createHash("sha1").update(`${headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`);
  const protocol = `sec-websocket-protocol: v4.channel.k8s.io\r\nsec-websocket-accept: ${proof.digest("base64")}`;
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n${protocol}\r\n\r\n`);
  socket.on("error", () => undefined);
  const send = (channel: number, content: string | Buffer) => socket.write(frameOf(channel, Buffer.from(content)));
  if (part === "exec") {
    // A real API server asks for the container if the pod has several.
    const isNamed = searchParams.get("container") === (pod === "reeve-0" ? "service" : "task");
    const answered = isNamed ? run(pod, searchParams.getAll("command")) : { failure: "a container name must be specified" };
    if ("stdin" in answered) {
      connectProcess(socket, answered);
      return;
    }
    const { output = "", failure } = answered;
    send(1, output);
    send(3, JSON.stringify(failure === undefined ? { status: "Success" } : { status: "Failure", message: failure }));
    socket.end(Buffer.of(0x88, 0));
    return;
  }
  const port = Number(searchParams.get("ports"));
  for (const channel of [0, 1]) send(channel, Buffer.of(port & 0xff, port >> 8));
  if (target !== undefined) {
    connectPort(socket, target);
    return;
  }
  socket.on("data", (chunk: Buffer) => {
    for (const bytes of dataIn(chunk)) {
      const answered = answer(pod, port, bytes);
      if (answered === undefined) socket.end(Buffer.of(0x88, 0));
      else send(0, answered);
    }
  });
}

/** Connects the channels of `exec` to a process. */
function connectProcess(socket: Duplex, child: ChildProcessWithoutNullStreams): void {
  const pass = async (channel: number, stream: Readable) => {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      for (let start = 0; start < chunk.length; start += PIECE) {
        const isWritten = socket.write(frameOf(channel, chunk.subarray(start, start + PIECE)));
        if (!isWritten && !socket.destroyed) await once(socket, "drain").catch(() => undefined);
      }
    }
  };
  child.stdin.on("error", () => undefined);
  const printed = Promise.all([pass(1, child.stdout), pass(2, child.stderr)]).catch(() => undefined);
  child.once("exit", async (code, signal) => {
    await printed;
    const exit = { reason: "ExitCode", message: String(signal ? 137 : code) };
    const message = `command terminated with exit code ${exit.message}`;
    const result = code === 0 ? { status: "Success" } : { status: "Failure", message, details: { causes: [exit] } };
    socket.write(frameOf(3, Buffer.from(JSON.stringify(result))));
    socket.end(Buffer.of(0x88, 0));
  });
  sendFrames(socket, child.stdin);
}

/** Connects the data channel of `portforward` to a port of this machine. */
function connectPort(socket: Duplex, port: number): void {
  const upstream = connect(port, "127.0.0.1");
  upstream.on("error", () => undefined);
  upstream.on("data", (chunk: Buffer) => {
    for (let start = 0; start < chunk.length; start += PIECE) socket.write(frameOf(0, chunk.subarray(start, start + PIECE)));
  });
  upstream.once("close", () => socket.end(Buffer.of(0x88, 0)));
  for (const event of ["end", "close"]) socket.once(event, () => upstream.destroy());
  sendFrames(socket, upstream);
}

/** Sends the content of the masked frames that a client sends, without their channel, to a stream. */
function sendFrames(socket: Duplex, to: Writable): void {
  let rest = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let length = lengthOf(rest); length !== undefined && rest.length >= length.whole; length = lengthOf(rest)) {
      const [opcode = 0] = rest;
      const mask = rest.subarray(length.head - 4, length.head);
      const payload = rest.subarray(length.head, length.whole).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
      rest = rest.subarray(length.whole);
      if (opcode !== 0x82) continue;
      if (to.write(payload.subarray(1))) continue;
      socket.pause();
      to.once("drain", () => socket.resume());
    }
  });
  for (const event of ["end", "close"]) socket.once(event, () => to.end());
}

/** The size of pieces that fit into frames with a short length. */
const PIECE = 30_000;

/** The length of the head of a masked frame, and of the whole frame; undefined until the head has arrived. */
function lengthOf(bytes: Buffer): { readonly head: number; readonly whole: number } | undefined {
  const size = (bytes[1] ?? 0) & 0x7f;
  const head = (size < 126 ? 2 : size === 126 ? 4 : 10) + 4;
  if (bytes.length < head) return undefined;
  const length = size < 126 ? size : size === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return { head, whole: head + length };
}

function frameOf(channel: number, content: Buffer): Buffer {
  const { length } = content;
  const head = length < 125 ? Buffer.of(0x82, length + 1) : Buffer.of(0x82, 126, (length + 1) >> 8, (length + 1) & 0xff);
  return Buffer.concat([head, Buffer.of(channel), content]);
}

/** The bytes on channel 0, from masked frames that fit in one chunk. */
function* dataIn(chunk: Buffer): Generator<Buffer> {
  for (let rest = chunk; rest.length > 6; ) {
    const short = (rest[1] ?? 0) & 0x7f;
    const start = short < 126 ? 2 : 4;
    const length = short < 126 ? short : rest.readUInt16BE(2);
    const mask = rest.subarray(start, start + 4);
    const payload = rest.subarray(start + 4, start + 4 + length).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
    if (((rest[0] ?? 0) & 0x0f) === 2) yield Buffer.from(payload.subarray(1));
    rest = rest.subarray(start + 4 + length);
  }
}
