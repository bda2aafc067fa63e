import type { Deferred } from "@reeve/commands";

const heading = "A service on this machine";

/** The commands that run a service. The command line finds them if this package is installed. */
export const commands: readonly Deferred[] = [
  local("up", "start a simulated service of each kind"),
  local("down", "stop the service"),
  local("console", "open the console in a browser"),
  local("deploy", "deploy a definition"),
  local("definition", "show the running definition, as a file to edit"),
  {
    name: "engines",
    summary: "manage the software of real nodes on this machine",
    heading,
    load: async () => (await import("./engines/index.ts")).engines,
  },
  {
    name: "logs",
    summary: "show the output of a node",
    heading,
    load: async () => (await import("./logs/index.ts")).logs,
  },
];

function local(name: "up" | "down" | "console" | "deploy" | "definition", summary: string): Deferred {
  return { name, summary, heading, load: async () => (await import("./local.ts"))[name] };
}
