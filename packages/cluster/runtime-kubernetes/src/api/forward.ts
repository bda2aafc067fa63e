import type { Socket } from "node:net";
import type { Channels } from "./channels.ts";
import type { ApiClient } from "./client.ts";
import type { Forwarded } from "./forwarded.ts";
import { listenLocally, sendTo } from "./listen.ts";
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
    async carry(socket, signal) {
      const channels = await client.connect(pod(), port, signal);
      if (signal.aborted) channels.close();
      else socket.once("close", () => channels.close());
      await Promise.all([fromPod(channels, socket), toPod(socket, channels)]);
    },
    failed(error) {
      failed?.(isRefusal(error, 502) ? new ApiRefusal(502, "", `nothing is listening on port ${port} of ${pod()}`) : error);
    },
  });
}

const [DATA, ERROR] = [0, 1];
/** The size in bytes of the first message on each channel, which repeats the number of the port. */
const GREETING = 2;

async function fromPod(channels: Channels, socket: Socket): Promise<void> {
  const greeted = new Set<number>();
  for await (const { channel, bytes } of channels.received()) {
    const isFirst = !greeted.has(channel);
    greeted.add(channel);
    const rest = isFirst ? bytes.subarray(GREETING) : bytes;
    if (channel === ERROR && rest.length > 0) throw new ApiRefusal(502, "", rest.toString());
    if (channel !== DATA || rest.length === 0) continue;
    await sendTo(socket, rest);
  }
  socket.end();
}

async function toPod(socket: Socket, channels: Channels): Promise<void> {
  try {
    for await (const chunk of socket) await channels.send(DATA, chunk as Buffer);
  } catch {
    // The local connection is broken, so data that the pod still sends is dropped.
  }
}
