import { randomBytes } from "node:crypto";
import { createConnection } from "node:net";
import { type Reachable, reached } from "@reeve/orchestrator/engine";
import { delimited, type Fields, message, readDelimited, readFields } from "./protobuf.ts";

/** A call of Hadoop's RPC protocol. */
export interface RpcCall extends Reachable {
  /** The name of the protocol's Java interface. */
  readonly protocol: string;
  readonly method: string;
  /** The user on whose behalf the call is made. */
  readonly user: string;
  readonly request?: Buffer;
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** An error with which a daemon has answered a call. */
export class RemoteFailure extends Error {
  /** The name of the error's Java class. */
  readonly exception: string;

  constructor(exception: string, text: string) {
    super(text);
    this.exception = exception;
  }
}

/** The first bytes of a connection: `hrpc`, version 9, no service class, no authentication. */
const HELLO = Buffer.from([...Buffer.from("hrpc"), 9, 0, 0]);

const PROTOBUF = 2;
const FINAL_PACKET = 0;
const CONTEXT_CALL = -3;

/** Makes a single call on a new connection, and returns the fields of the answer. */
export async function rpc(requested: RpcCall): Promise<Fields> {
  const { protocol, method, user, request, timeout, signal } = requested;
  const to = await reached(requested);
  const client = randomBytes(16);
  const context = frame(header(CONTEXT_CALL, client), message({ 2: message({ 1: user }), 3: protocol }));
  const call = frame(header(0, client), message({ 1: method, 2: protocol, 3: 1 }), request ?? Buffer.alloc(0));
  return new Promise((resolve, reject) => {
    const socket = createConnection({ ...to, signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]) });
    let received = Buffer.alloc(0);
    socket.once("error", (error) => {
      reject(error.name === "AbortError" ? new Error(`no answer within ${timeout / 1000} s`) : error);
    });
    socket.once("close", () => reject(new Error("the connection was closed before an answer")));
    socket.on("data", (piece) => {
      received = Buffer.concat([received, piece]);
      if (received.length < 4 || received.length < 4 + received.readUInt32BE(0)) return;
      try {
        resolve(answerOf(received.subarray(4, 4 + received.readUInt32BE(0))));
      } catch (error) {
        reject(error);
      }
      socket.destroy();
    });
    socket.write(Buffer.concat([HELLO, context, call]));
  });
}

function frame(...messages: readonly Buffer[]): Buffer {
  const content = Buffer.concat(messages.map(delimited));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, content]);
}

function header(call: number, client: Buffer): Buffer {
  // The call id can be negative, so it is zigzag-encoded, which keeps small negative numbers short.
  return message({ 1: PROTOBUF, 2: FINAL_PACKET, 3: call < 0 ? -2 * call - 1 : 2 * call, 4: client });
}

function answerOf(bytes: Buffer): Fields {
  const [head = Buffer.alloc(0), body = Buffer.alloc(0)] = readDelimited(bytes);
  const fields = readFields(head);
  if (fields.get(2) === 0n) return readFields(body);
  const exception = String(fields.get(4) ?? "");
  // Only the first line of the error message is used, because the other lines are the daemon's stack trace.
  const [text = exception] = String(fields.get(5) ?? exception).split("\n");
  throw new RemoteFailure(exception, text.replace(`${exception}: `, ""));
}
