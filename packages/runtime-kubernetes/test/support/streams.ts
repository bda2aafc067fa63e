import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

/** The responses of a fake API server to `exec`, and to bytes sent to a forwarded port. */
export interface Streams {
  /** The output of a command, or the reason why it fails. */
  run: (pod: string, command: readonly string[]) => { readonly output?: string; readonly failure?: string };
  /** The response of a port to some bytes; undefined closes the connection. */
  answer: (pod: string, port: number, bytes: Buffer) => string | undefined;
}

/** Accepts a WebSocket with Kubernetes' channels. */
export function accept({ url = "" }: IncomingMessage, socket: Duplex, { run, answer }: Streams): void {
  const { pathname, searchParams } = new URL(url, "http://fake");
  const [, pod = "", part] = /\/pods\/([^/]+)\/(\w+)$/.exec(pathname) ?? [];
  const protocol = "sec-websocket-protocol: v4.channel.k8s.io";
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n${protocol}\r\n\r\n`);
  socket.on("error", () => undefined);
  const send = (channel: number, content: string | Buffer) => socket.write(frameOf(channel, Buffer.from(content)));
  if (part === "exec") {
    const { output = "", failure } = run(pod, searchParams.getAll("command"));
    send(1, output);
    send(3, JSON.stringify(failure === undefined ? { status: "Success" } : { status: "Failure", message: failure }));
    socket.end(Buffer.of(0x88, 0));
    return;
  }
  const port = Number(searchParams.get("ports"));
  for (const channel of [0, 1]) send(channel, Buffer.of(port & 0xff, port >> 8));
  socket.on("data", (chunk: Buffer) => {
    for (const bytes of dataIn(chunk)) {
      const answered = answer(pod, port, bytes);
      if (answered === undefined) socket.end(Buffer.of(0x88, 0));
      else send(0, answered);
    }
  });
}

function frameOf(channel: number, content: Buffer): Buffer {
  const { length } = content;
  const head =
    length < 125 ? Buffer.of(0x82, length + 1) : Buffer.of(0x82, 126, (length + 1) >> 8, (length + 1) & 0xff);
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
