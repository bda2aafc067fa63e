import { loadOptional, notInstalled } from "@reeve/commands";
import type { ShellState } from "../start/shell.ts";
import { tokenOf } from "./cluster-access.ts";
import type { ConnectionAccess } from "./connection.ts";

/** Starts a simulated cluster in this process, without a port and without files. */
export async function demoAccess({ flags, secrets, pace }: ShellState): Promise<ConnectionAccess> {
  const { definition } = flags;
  // Only a simulated cluster needs the service package, which need not be installed.
  const installed = await loadOptional("@reeve/service", () => import("@reeve/service"));
  if (!installed) throw notInstalled("a simulated cluster", "@reeve/service");
  const { startReeve } = installed;
  const usual = {
    services: { kafka: { kind: "broker", pace }, cassandra: { kind: "wide-column", pace }, hdfs: { kind: "file-system", pace } },
  } as const;
  const reeve = await (definition === undefined
    ? startReeve(usual, { listen: false })
    : startReeve(undefined, { listen: false, definitionFile: definition }));
  const { token, url, services, fetch } = reeve;
  secrets.add(token);
  return {
    name: "demo",
    url,
    note: "simulated, in this process",
    fetch,
    services: services.map(({ name, kind, revision }) => ({ name, kind, revision })),
    credentials: tokenOf(token, "the token of the simulated cluster", "start a new simulated cluster"),
    close: () => reeve.close(),
  };
}
