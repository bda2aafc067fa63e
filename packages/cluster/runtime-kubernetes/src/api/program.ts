import type { V1Status } from "@kubernetes/client-node";
import { ReeveError } from "@reeve/contract";
import type { Program } from "@reeve/orchestrator/runtime";
import type { Channels } from "./channels.ts";
import { ApiRefusal } from "./failure.ts";

/** The channels of `exec`. On the last, the API server reports how the program has ended. */
const [STDIN, STDOUT, STDERR, RESULT] = [0, 1, 2, 3];

/** The number of last bytes of a program's error output that are kept. */
const KEPT = 500;

/** The smallest exit code that a program cannot choose: the shell could not start it, or a signal has killed it. */
const NOT_ITS_OWN = 126;

/** A program that runs in a container, from the channels that lead to it. */
export function programOf(channels: Channels, signal: AbortSignal): Program {
  let isClosed = false;
  const close = () => {
    isClosed = true;
    signal.removeEventListener("abort", close);
    channels.break();
  };
  // The request's own signal has no effect any more when the connection has become a WebSocket.
  signal.addEventListener("abort", close);
  if (signal.aborted) close();

  async function* output(): AsyncGenerator<Uint8Array> {
    let result: V1Status = {};
    let errors = Buffer.alloc(0);
    try {
      for await (const { channel, bytes } of channels.received()) {
        if (channel === STDOUT && bytes.length > 0) yield bytes;
        if (channel === STDERR) errors = Buffer.concat([errors, bytes]).subarray(-KEPT);
        if (channel === RESULT) result = JSON.parse(bytes.toString());
      }
    } finally {
      close();
    }
    if (result.status !== "Success") throw failureOf(result, errors.toString().trim());
  }

  return {
    output: output(),
    write: async (bytes) => {
      if (isClosed) throw new Error(LOST);
      await channels.send(STDIN, bytes);
    },
    close,
  };
}

const LOST = "the connection ended before the program had ended";

function failureOf({ status, message, details }: V1Status, errors: string): Error {
  const code = Number(details?.causes?.find(({ reason }) => reason === "ExitCode")?.message);
  const isOwn = code > 0 && code < NOT_ITS_OWN;
  const text = [message ?? LOST, ...(errors === "" ? [] : [errors])].join(": ");
  return status === "Failure" && isOwn ? new ReeveError("server-failure", text) : new Error(text);
}

/** The channels of `portforward`, and the size in bytes of the first message on each, which repeats the number of the port. */
const [DATA, ERROR] = [0, 1];
const GREETING = 2;

/** What listens on a port of a pod, as a program whose input and output are the bytes of the connection. */
export function portOf(channels: Channels, signal: AbortSignal): Program {
  if (signal.aborted) channels.close();
  signal.addEventListener("abort", channels.close, { once: true });

  async function* output(): AsyncGenerator<Uint8Array> {
    const greeted = new Set<number>();
    for await (const { channel, bytes } of channels.received()) {
      const rest = greeted.has(channel) ? bytes : bytes.subarray(GREETING);
      greeted.add(channel);
      if (channel === ERROR && rest.length > 0) throw new ApiRefusal(502, "", rest.toString());
      if (channel === DATA && rest.length > 0) yield rest;
    }
  }

  // A client that sends no more may still wait for an answer, so the channels are closed with its connection only.
  return { output: output(), write: (bytes) => channels.send(DATA, bytes), close: () => undefined };
}
