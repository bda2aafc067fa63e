import type { Context, Deferred } from "@reeve/commands";

const heading = "A service on this machine";

/** The commands that run a service. The command line finds them if this package is installed. */
export const commands: readonly Deferred[] = [
  local("up", "start a simulated service of each kind"),
  local("down", "stop the service"),
  local("console", "open the console in a browser"),
  local("deploy", "deploy a definition"),
  local("edit", "edit the running definition, and deploy it"),
  local("scale", "change the number of nodes of an instance"),
  local("definition", "show, compare and check definitions"),
  local("state", "go back to the version before an upgrade, without losing data"),
  local("engines", "manage the software of real nodes on this machine"),
  local("audit", "show who changed what on a service, and verify the record"),
  local("logs", "show the output of a node"),
];

/** What doctor and status say about the unit of the service on this machine. */
export async function findUnit(context: Context) {
  return (await import("./check-unit.ts")).checkUnit(context);
}

function local(name: keyof typeof import("./declarations.ts"), summary: string): Deferred {
  return { name, summary, heading, load: async () => (await import("./declarations.ts"))[name] };
}
