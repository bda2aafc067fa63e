import { Agent, get } from "node:http";
import { text } from "node:stream/consumers";
import { type Reachable, reached } from "@reeve/orchestrator/engine";

export type JmxBean = Readonly<Record<string, unknown>>;

const TIMEOUT = 4000;

/** Requests the beans that match a pattern, such as `Hadoop:service=NameNode,name=*`. The answer usually comes within milliseconds. */
export async function beans(daemon: Reachable, names: string, signal: AbortSignal): Promise<readonly JmxBean[]> {
  const parsed: unknown = JSON.parse(await httpGet(daemon, `/jmx?qry=${names}`, signal, TIMEOUT));
  const result = typeof parsed === "object" && parsed !== null && "beans" in parsed ? parsed.beans : undefined;
  if (!Array.isArray(result)) throw new Error("the answer has no beans");
  return result as readonly JmxBean[];
}

/** Keeps connections open for further requests, because a connection to a node outside of this network takes long to open. */
const kept = new Agent({ keepAlive: true });

export async function httpGet(daemon: Reachable, path: string, signal: AbortSignal, timeout: number): Promise<string> {
  const to = await reached(daemon);
  const agent = daemon.reach ? kept : false;
  // The daemon's own address, even if the connection goes through another one.
  const headers = { host: `${daemon.host}:${daemon.port}` };
  return new Promise((resolve, reject) => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    const request = get({ ...to, path, headers, signal: limited, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`the daemon answered with status ${response.statusCode}`));
      text(response).then(resolve, reject);
    });
    request.once("error", (error) => {
      reject(error.name === "AbortError" ? new Error(`no answer within ${timeout / 1000} s`) : error);
    });
  });
}
