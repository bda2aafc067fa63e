import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** What a user with a token sees. */
export interface Seen {
  /** How many requests were answered with each status; 0 stands for a failure of the connection. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The time within which 99 of 100 requests were answered, in milliseconds. */
  readonly p99: number;
}

/** Sends the requests of a user with a token, each on a new connection or an open one, and measures them. */
export async function askAsUser(url: string, token: string, requests: number): Promise<Seen> {
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  for (let index = 0; index < requests; index++) {
    const begun = performance.now();
    const headers = { authorization: `token=${token}`, ...(index % 2 === 0 && { connection: "close" }) };
    const status = await fetch(`${url}/service/kafka/v1/topics`, { headers }).then(
      async (answer) => {
        await answer.text();
        return answer.status;
      },
      () => 0,
    );
    times.push(performance.now() - begun);
    statuses[status] = (statuses[status] ?? 0) + 1;
    await sleep(2);
  }
  const sorted = times.toSorted((one, other) => one - other);
  return { statuses, p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN };
}

/** Floods a service from another process while `during` runs. */
export async function flooded<Value>(url: string, connections: number, during: () => Promise<Value>): Promise<Value> {
  const child = fork(join(import.meta.dirname, "flood-client.ts"), [new URL(url).port, String(connections)]);
  try {
    await once(child, "message");
    return await during();
  } finally {
    child.kill("SIGKILL");
  }
}
