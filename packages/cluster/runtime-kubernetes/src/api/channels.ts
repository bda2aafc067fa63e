import { randomBytes } from "node:crypto";
import type { Duplex } from "node:stream";

/** The numbered streams of bytes that `exec` and `portforward` send over one WebSocket. */
export interface Channels {
  /** Sends bytes on a channel, and resolves when more may be sent. */
  send(channel: number, bytes: Uint8Array): Promise<void>;
  /** Yields everything that arrives, until the server closes the connection. */
  received(): AsyncGenerator<Received>;
  /** Closes the connection after everything was sent. */
  close(): void;
  /** Breaks the connection at once, even if bytes are still to be sent. */
  break(): void;
}

export interface Received {
  readonly channel: number;
  readonly bytes: Buffer;
}

// Implements only the part of RFC 6455 that Kubernetes uses. Node's own WebSocket cannot be used, because it hides why a server refuses a
// connection.

const BINARY = 2;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

/** Speaks WebSocket, as a client, over an upgraded connection. `head` holds the bytes that have already arrived. */
export function channelsOf(socket: Duplex, head: Buffer): Channels {
  // If the connection breaks, the received stream simply ends.
  socket.on("error", () => undefined);

  async function write(opcode: number, payload: Uint8Array): Promise<void> {
    if (socket.destroyed || !socket.writable) return;
    if (!socket.write(frameOf(opcode, payload))) await drained(socket);
  }

  return {
    send: (channel, bytes) => write(BINARY, Buffer.concat([Buffer.of(channel), bytes])),
    async *received() {
      let message: Buffer[] = [];
      for await (const { opcode, isLast, payload } of framesOf(socket, head)) {
        if (opcode === CLOSE) return;
        if (opcode === PING) await write(PONG, payload);
        if (opcode >= CLOSE) continue;
        message.push(payload);
        if (!isLast) continue;
        const whole = Buffer.concat(message);
        message = [];
        if (whole.length > 0) yield { channel: whole[0] ?? 0, bytes: whole.subarray(1) };
      }
    },
    close: () => {
      if (!socket.destroyed) socket.end(goodbye(), () => socket.destroy());
    },
    break: () => {
      if (socket.destroyed) return;
      socket.write(goodbye());
      socket.destroy();
    },
  };
}

/** Resolves when more can be written, or when the connection is closed. */
function drained(socket: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off("drain", done);
      socket.off("close", done);
      resolve();
    };
    socket.on("drain", done);
    socket.on("close", done);
  });
}

/** Builds the frame that ends a connection in the regular way (code 1000). */
const goodbye = () => frameOf(CLOSE, Buffer.of(3, 232));

/** Builds a frame; a client has to mask its frames. */
function frameOf(opcode: number, payload: Uint8Array): Buffer {
  const { length } = payload;
  const size = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const frame = Buffer.alloc(2 + size + 4 + length);
  frame[0] = 0x80 | opcode;
  frame[1] = 0x80 | (size === 0 ? length : size === 2 ? 126 : 127);
  if (size === 2) frame.writeUInt16BE(length, 2);
  if (size === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  const mask = randomBytes(4);
  mask.copy(frame, 2 + size);
  for (let index = 0; index < length; index++) {
    frame[6 + size + index] = (payload[index] ?? 0) ^ (mask[index % 4] ?? 0);
  }
  return frame;
}

interface Frame {
  readonly opcode: number;
  readonly isLast: boolean;
  readonly payload: Buffer;
}

async function* framesOf(socket: Duplex, head: Buffer): AsyncGenerator<Frame> {
  let rest = head;
  for (;;) {
    for (let length = lengthOf(rest); length !== undefined && rest.length >= length.whole; length = lengthOf(rest)) {
      const [first = 0] = rest;
      const payload = rest.subarray(length.head, length.whole);
      rest = rest.subarray(length.whole);
      yield { opcode: first & 0x0f, isLast: first >= 0x80, payload };
    }
    const chunk = await nextChunk(socket);
    if (chunk === undefined) return;
    rest = Buffer.concat([rest, chunk]);
  }
}

/** The length of the next frame's head, and of the whole frame; undefined until enough bytes have arrived. */
function lengthOf(bytes: Buffer): { readonly head: number; readonly whole: number } | undefined {
  const size = (bytes[1] ?? 0) & 0x7f;
  const head = size < 126 ? 2 : size === 126 ? 4 : 10;
  if (bytes.length < head) return undefined;
  const payload = size < 126 ? size : size === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return { head, whole: head + payload };
}

/** The next bytes; undefined when there are no more. */
async function nextChunk(socket: Duplex): Promise<Buffer | undefined> {
  for (;;) {
    const chunk = socket.read() as Buffer | null;
    if (chunk !== null) return chunk;
    if (socket.readableEnded || socket.destroyed) return undefined;
    await new Promise<void>((resolve) => {
      const done = () => {
        for (const event of EVENTS) socket.off(event, done);
        resolve();
      };
      for (const event of EVENTS) socket.on(event, done);
    });
  }
}

const EVENTS = ["readable", "end", "close"];
