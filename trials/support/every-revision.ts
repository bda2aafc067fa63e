import { type Reeve, startReeve } from "@reeve/service";

/** One instance for each revision, by the name of the revision's OpenAPI document. */
export const instances = {
  "broker-R1": "r1",
  "broker-R2": "r2",
  "broker-R3": "r3",
  "wide-column-W1": "w1",
  "file-system-V1": "v1",
  "file-system-V2": "v2",
} as const;

/** Starts the service with one instance of every revision, at pace 0, and waits until they are deployed. */
export async function startEveryRevision(): Promise<Reeve> {
  const services = Object.entries(instances).map(([document, name]) => {
    const [, kind = "", revision = ""] = /^(.*)-(\w\d)$/.exec(document) ?? [];
    return [name, { kind, pace: 0, revision }] as const;
  });
  const reeve = await startReeve({ services: Object.fromEntries(services) } as Parameters<typeof startReeve>[0]);
  for (const name of Object.values(instances)) {
    const url = `${reeve.url}/reeve/v1/services/${name}/plans/deploy`;
    const headers = { authorization: `token=${reeve.token}` };
    while ((await reeve.fetch(url, { headers })).status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return reeve;
}
