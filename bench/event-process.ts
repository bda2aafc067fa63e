import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";

/** A request to the process of the servers: write an event, or return the processor time used so far. */
export interface AskedEvent {
  readonly to: "reeve" | "bare" | "clock";
  /** Six digits in the event, by which the watchers recognise it. */
  readonly mark: string;
}

/** Two servers that write the same events to the same number of watchers. */
export interface EventServers {
  /** Microseconds of processor time that a server needs to write this many events to all of its watchers. */
  cost(to: "reeve" | "bare", events: number): Promise<number>;
  close(): void;
}

/** Starts both servers in one separate process, and connects the watchers. */
export async function startEventServers(count: number): Promise<EventServers> {
  const child = fork(join(import.meta.dirname, "event-servers.ts"), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const [ports] = (await once(child, "message")) as [Readonly<Record<"reeve" | "bare", number>>];
  const watchers = { reeve: await open(ports.reeve, count), bare: await open(ports.bare, count) };
  const ask = (request: AskedEvent) => child.send(request);
  const processor = async () => {
    ask({ to: "clock", mark: "" });
    const [microseconds] = (await once(child, "message")) as [number];
    return microseconds;
  };
  let number = 0;
  return {
    cost: async (to, events) => {
      const before = await processor();
      for (let index = 0; index < events; index++) {
        const mark = String(++number).padStart(6, "0");
        const received = Promise.all(watchers[to].map((each) => until(each, mark)));
        ask({ to, mark });
        await received;
      }
      return (await processor()) - before;
    },
    close: () => {
      for (const each of [...watchers.reeve, ...watchers.bare]) each.destroy();
      child.disconnect();
    },
  };
}

function open(port: number, count: number): Promise<readonly Socket[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
      await once(socket, "data");
      return socket;
    }),
  );
}

/** Resolves when the event with this mark has arrived, possibly in several pieces. */
function until(socket: Socket, mark: string): Promise<void> {
  return new Promise((resolve) => {
    let text = "";
    const take = (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const result = text.indexOf(`"${mark}"`);
      if (result < 0 || !text.includes("\n\n", result)) return;
      socket.off("data", take);
      resolve();
    };
    socket.on("data", take);
  });
}
