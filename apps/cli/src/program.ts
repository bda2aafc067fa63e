import { type Command, type Deferred, type Group, SERVICES } from "./model/command.ts";

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
      entry(
        "login",
        "log in, and trust a cluster's certificate authority",
        async () => (await import("./commands/access/login.ts")).login,
      ),
      entry("logout", "forget a login", async () => (await import("./commands/access/logout.ts")).logout),
      entry(
        "whoami",
        "show who you are logged in as",
        async () => (await import("./commands/access/whoami.ts")).whoami,
      ),
      entry(
        "token",
        "print the token of your login",
        async () => (await import("./commands/access/token.ts")).printToken,
      ),
      entry(
        "profiles",
        "store clusters, services and logins as profiles",
        async () => (await import("./commands/profiles/index.ts")).profiles,
        ["profile"],
      ),
      entry(
        "config",
        "show all settings and their sources",
        async () => (await import("./commands/config/index.ts")).config,
      ),
      entry(
        "doctor",
        "find problems with settings, connection and login",
        async () => (await import("./commands/doctor/index.ts")).doctor,
      ),
    ]),
    ...under("A shell", [
      entry(
        "repl",
        "explore a cluster in JavaScript, with completion of its names",
        async () => (await import("./commands/repl.ts")).repl,
      ),
    ]),
    ...under("A service on this machine", [
      local("up", "start a simulated service of each kind"),
      local("down", "stop the service"),
      local("status", "show the rollouts of every service"),
      local("top", "show the resource usage of nodes"),
      local("console", "open the console in a browser"),
      local("deploy", "deploy a definition"),
      local("definition", "show the running definition, as a file to edit"),
      entry(
        "engines",
        "manage the software of real nodes on this machine",
        async () => (await import("./commands/engines/index.ts")).engines,
      ),
      entry(
        "audit",
        "show who changed what on a service, and verify the record",
        async () => (await import("./commands/audit/index.ts")).audit,
      ),
      entry("logs", "show the output of a node", async () => (await import("./commands/logs/index.ts")).logs),
    ]),
    ...under("More", [
      entry(
        "api",
        "send any request, with your credentials",
        async () => (await import("./commands/api/index.ts")).api,
      ),
      entry(
        "site",
        "get, compare and check XML client configuration",
        async () => (await import("./commands/site/index.ts")).site,
      ),
      entry(
        "operations",
        "list every operation with its routes",
        async () => (await import("./commands/operations.ts")).operations,
      ),
      entry(
        "completion",
        "make your shell complete commands and names",
        async () => (await import("./commands/completion/index.ts")).completion,
      ),
      entry(
        "help",
        "show a page of the documentation; reeve help topics lists the pages",
        async () => (await import("./commands/topics/index.ts")).help,
      ),
      entry("version", "show the version", async () => (await import("./commands/version.ts")).versionCommand),
    ]),
  ],
};

function under(heading: string, entries: readonly Deferred[]): readonly Deferred[] {
  return entries.map((each) => ({ ...each, heading }));
}

function entry(
  name: string,
  summary: string,
  load: () => Promise<Command | Group>,
  aliases: readonly string[] = [],
): Deferred {
  return { name, aliases, summary, load };
}

function local(
  name: "up" | "down" | "status" | "top" | "console" | "deploy" | "definition",
  summary: string,
): Deferred {
  return { name, summary, load: async () => (await import("./commands/local/index.ts"))[name] };
}

function service(name: string, aliases: readonly string[], summary: string): Deferred {
  const load = async () => {
    const { serviceGroup } = await import("./services/group.ts");
    return serviceGroup(await (await import("./services/by-name.ts")).serviceKind(name), aliases);
  };
  return { name, aliases, summary, load };
}
