import { OWN_MEDIA_TYPE } from "@reeve/contract";
import { type Reeve, startReeve } from "@reeve/service";
import { type Home, makeHome } from "./command-line.ts";

/** An instance for each revision of each service, at the highest simulation speed. */
const instances = {
  "kafka-r1": { kind: "broker", revision: "R1" },
  "kafka-r2": { kind: "broker", revision: "R2" },
  "kafka-r3": { kind: "broker", revision: "R3" },
  cassandra: { kind: "wide-column", revision: "W1" },
  "hdfs-v1": { kind: "file-system", revision: "V1" },
  "hdfs-v2": { kind: "file-system", revision: "V2" },
} as const;

export type InstanceName = keyof typeof instances;

/** Starts a service with some of these instances, and waits until they are deployed. */
export async function startCluster(...names: readonly InstanceName[]): Promise<Reeve> {
  const wanted = names.length === 0 ? (Object.keys(instances) as InstanceName[]) : names;
  const reeve = await startReeve({
    services: Object.fromEntries(wanted.map((name) => [name, { ...instances[name], pace: 0 }])),
  });
  for (const name of wanted) await complete(reeve, name);
  return reeve;
}

/** Makes a home folder whose settings name only this instance. */
export function homeAt({ url, token }: Pick<Reeve, "url" | "token">, service: InstanceName): Home {
  return makeHome({ REEVE_URL: url, REEVE_TOKEN: token, REEVE_SERVICE: service });
}

/** Sends a request to a service without the command line. */
export async function ask({ url, token }: Reeve, method: string, path: string): Promise<string> {
  // The command line accepts the notes that documented answers do not have.
  const headers = { accept: `application/json, ${OWN_MEDIA_TYPE}`, authorization: `token=${token}` };
  const answer = await fetch(url + path, { method, headers });
  return answer.text();
}

async function complete(reeve: Reeve, service: InstanceName): Promise<void> {
  const path = service === "kafka-r3" || service.startsWith("hdfs") ? "plans/deploy" : "plan";
  for (;;) {
    const { status } = JSON.parse(await ask(reeve, "GET", `/service/${service}/v1/${path}`));
    if (String(status).toUpperCase() === "COMPLETE") return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
