import type { Shell } from "../shell.ts";
import type { Reach } from "./connection.ts";

/** What a simulated cluster is called in the prompt. */
const NAME = "demo";

/** Starts a simulated cluster in this process: nothing listens, nothing is kept. */
export async function demoReach(shell: Shell): Promise<Reach> {
  const { definition } = shell.flags;
  // The service is loaded by whoever wants it, and by nobody else.
  const { startReeve } = await import("@reeve/service");
  const reeve = await startReeve(undefined, {
    listen: false,
    ...(definition !== undefined && { definitionFile: definition }),
  });
  const { token, url, services, fetch } = reeve;
  shell.secrets.add(token);
  return {
    name: NAME,
    url,
    note: "simulated, in this process",
    fetch,
    services: services.map(({ name, kind, revision }) => ({ name, kind, revision })),
    credentials: {
      about: "the token of the simulated cluster",
      advice: "start another one",
      renewable: false,
      obtain: async () => ({ value: token }),
    },
    close: () => reeve.close(),
  };
}
