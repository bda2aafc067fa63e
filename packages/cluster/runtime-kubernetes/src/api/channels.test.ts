import { Duplex } from "node:stream";
import { expect, test } from "vitest";
import { channelsOf, type Received } from "./channels.ts";

/** A connection whose server side is controlled by the test. */
function connection() {
  const written: Buffer[] = [];
  const socket = new Duplex({
    read: () => undefined,
    write: (chunk, _, done) => {
      written.push(chunk);
      done();
    },
  });
  return { socket, written, arrive: (...bytes: number[]) => socket.push(Buffer.from(bytes)) };
}

async function all(channels: {
  received(): AsyncGenerator<Received>;
}): Promise<readonly (readonly [number, string])[]> {
  const found: [number, string][] = [];
  for await (const { channel, bytes } of channels.received()) found.push([channel, bytes.toString()]);
  return found;
}

/** Undoes the mask of a frame with a short length, as a server does. */
function unmasked(frame: Buffer): string {
  const mask = frame.subarray(2, 6);
  return Buffer.from(frame.subarray(6).map((byte, index) => byte ^ (mask[index % 4] ?? 0))).toString();
}

test("frames that arrive in pieces, in one piece, and in several frames are read as messages", async () => {
  const { socket, arrive } = connection();
  // The bytes that came with the response's head are the beginning of the first frame.
  const channels = channelsOf(socket, Buffer.of(0x82));
  arrive(0x03, 0x00, 0x68);
  arrive(0x69, 0x82, 0x02, 0x01, 0x21);
  arrive(0x02, 0x02, 0x00, 0x61, 0x80, 0x01, 0x62);
  arrive(0x82, 126, 0x00, 0x80, 0x00, ...Array.from({ length: 127 }, () => 0x78));
  socket.push(null);
  expect(await all(channels)).toEqual([
    [0, "hi"],
    [1, "!"],
    [0, "ab"],
    [0, "x".repeat(127)],
  ]);
});

test("a ping is answered, and a close ends what is received", async () => {
  const { socket, arrive, written } = connection();
  const channels = channelsOf(socket, Buffer.alloc(0));
  arrive(0x89, 0x02, 0x68, 0x69);
  arrive(0x88, 0x00, 0x82, 0x02, 0x00, 0x61);
  expect(await all(channels)).toEqual([]);
  expect(written.map((frame) => [frame[0], unmasked(frame)])).toEqual([[0x8a, "hi"]]);
});

test.each([1, 125, 126, 70_000])("what is sent is masked and has its length (%i)", async (length) => {
  const { socket, written } = connection();
  await channelsOf(socket, Buffer.alloc(0)).send(0, Buffer.alloc(length - 1, "x"));
  const frame = Buffer.concat(written);
  const [code = 0] = [(frame[1] ?? 0) & 0x7f];
  const head = code < 126 ? 2 : code === 126 ? 4 : 10;
  const size = code < 126 ? code : code === 126 ? frame.readUInt16BE(2) : Number(frame.readBigUInt64BE(2));
  expect([frame[0], (frame[1] ?? 0) >> 7, size, frame.length]).toEqual([0x82, 1, length, head + 4 + length]);
});

test("a connection that breaks ends what is received", async () => {
  const { socket } = connection();
  const received = all(channelsOf(socket, Buffer.alloc(0)));
  socket.destroy(new Error("reset"));
  expect(await received).toEqual([]);
});
