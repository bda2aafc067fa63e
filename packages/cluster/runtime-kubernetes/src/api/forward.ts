import type { Channels } from "./channels.ts";
import type { ApiClient } from "./client.ts";
import type { Forwarded } from "./forwarded.ts";
import { listenLocally } from "./listen.ts";
import { ApiRefusal, isRefusal } from "./refusal.ts";

export interface ForwardOptions {
  readonly client: ApiClient;
  /** The name of the pod, determined for each connection, because a pod may be replaced. */
  readonly pod: () => string;
  readonly port: number;
  /** The local port. With 0, any free port is chosen. */
  readonly on?: number;
  /** Called if a connection to the pod could not be made. */
  readonly failed?: (error: unknown) => void;
}

/** Listens on loopback and forwards each connection to a port of a pod, through the API server. */
export function forwardPort({ client, pod, port, on = 0, failed }: ForwardOptions): Promise<Forwarded> {
  return listenLocally({
    on,
    async connect(signal) {
      const channels = await client.connect(pod(), port, signal);
      if (signal.aborted) channels.close();
      signal.addEventListener("abort", channels.close, { once: true });
      // A client that sends no more may still wait for an answer, so the channels are closed with its connection only.
      return { output: bytesOf(channels), write: (bytes) => channels.send(DATA, bytes), close: () => undefined };
    },
    failed(error) {
      failed?.(isRefusal(error, 502) ? new ApiRefusal(502, "", `nothing is listening on port ${port} of ${pod()}`) : error);
    },
  });
}

const [DATA, ERROR] = [0, 1];
/** The size in bytes of the first message on each channel, which repeats the number of the port. */
const GREETING = 2;

async function* bytesOf(channels: Channels): AsyncGenerator<Uint8Array> {
  const greeted = new Set<number>();
  for await (const { channel, bytes } of channels.received()) {
    const rest = greeted.has(channel) ? bytes : bytes.subarray(GREETING);
    greeted.add(channel);
    if (channel === ERROR && rest.length > 0) throw new ApiRefusal(502, "", rest.toString());
    if (channel === DATA && rest.length > 0) yield rest;
  }
}
