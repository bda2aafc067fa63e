import { type Command, type Deferred, type Group, notInstalled, SERVICES } from "@reeve/commands";
import { installedService, SERVICE } from "./installed-service.ts";

/** The whole command line. Each part is loaded only when it is used. */
export const program: Group = {
  name: "reeve",
  summary: "Operate message brokers, wide-column databases and distributed file systems through their management APIs",
  about: "New here? reeve up starts a simulated service of each kind on this machine, which all commands then use.",
  examples: [
    "broker topics list",
    "broker topics create orders --partitions 12 --replication 3",
    "wide-column repair start --nodes '*' --key-spaces a,b",
    "file-system plans watch deploy",
  ],
  entries: [
    ...under(SERVICES, [
      service("broker", [], "message broker (R1, R2, R3)"),
      service("wide-column", ["wc"], "wide-column database"),
      service("file-system", ["fs"], "distributed file system (V1, V2)"),
    ]),
    ...under("Clusters and logins", [
      entry("login", "log in, and trust a cluster's certificate authority", () => import("./commands/access/login.ts")),
      entry("logout", "forget a login", () => import("./commands/access/logout.ts")),
      entry("whoami", "show who you are logged in as", () => import("./commands/access/whoami.ts")),
      entry("token", "print the token of your login", () => import("./commands/access/token.ts")),
      entry("profiles", "store clusters, services and logins as profiles", () => import("./commands/profiles/index.ts"), ["profile"]),
      entry("config", "show all settings and their sources", () => import("./commands/config/index.ts")),
      entry("doctor", "find problems with settings, connection and login", () => import("./commands/doctor/doctor.ts")),
    ]),
    ...under("A shell", [
      entry("repl", "explore a cluster in JavaScript, with completion of its names", () => import("./commands/repl.ts")),
    ]),
    ...under("A service on this machine", [
      entry("status", "show the rollouts of every service", () => import("./commands/status/status.ts")),
      entry("top", "show the resource usage of nodes", () => import("./commands/status/top.ts")),
    ]),
    ...under("More", [
      entry("api", "send any request, with your credentials", () => import("./commands/api/api.ts")),
      entry("site", "get, compare and check XML client configuration", () => import("./commands/site/index.ts")),
      entry("operations", "list every operation with its routes", () => import("./commands/operations.ts")),
      entry("completion", "make your shell complete commands and names", () => import("./commands/completion/index.ts")),
      entry("help", "show a page of the documentation; reeve help topics lists the pages", () => import("./commands/help/index.ts")),
      entry("version", "show the version", () => import("./commands/version.ts")),
    ]),
  ],
  more: serviceCommands,
};

/** The commands of `@reeve/service`. If it is not installed, each says what to install. */
async function serviceCommands(): Promise<readonly Deferred[]> {
  const installed = await installedService();
  if (installed) return installed.commands;
  const absent = (name: string): Deferred => ({
    name,
    summary: "",
    isAbsent: true,
    load: async () => {
      throw notInstalled(`reeve ${name}`, SERVICE);
    },
  });
  return ["up", "down", "console", "deploy", "edit", "scale", "definition", "state", "engines", "audit", "logs"].map(absent);
}

function under(heading: string, entries: readonly Deferred[]): readonly Deferred[] {
  return entries.map((each) => ({ ...each, heading }));
}

/** A command or group that a module exports as `nameCommand`. */
function entry<Name extends string>(
  name: Name,
  summary: string,
  load: () => Promise<Readonly<Record<`${Name}Command`, Command | Group>>>,
  aliases: readonly string[] = [],
): Deferred {
  return { name, aliases, summary, load: async () => (await load())[`${name}Command`] };
}

function service(name: string, aliases: readonly string[], summary: string): Deferred {
  const load = async () => {
    const { serviceGroup } = await import("./services/group.ts");
    return serviceGroup(await (await import("./services/kind.ts")).serviceKind(name), aliases);
  };
  return { name, aliases, summary, load };
}
