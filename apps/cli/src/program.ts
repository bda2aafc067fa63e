import type { Deferred, Group } from "./model/command.ts";

const SERVICES = "Services";

/** All of the command line. Nothing below it is loaded before it is named. */
export const program: Group = {
  name: "reeve",
  summary: "Operate message brokers, wide-column databases and distributed file systems through their management APIs",
  examples: [
    "broker topics list",
    "broker topics create orders --partitions 12 --replication 3",
    "wide-column repair start --nodes '*' --key-spaces a,b",
    "file-system plans watch deploy",
  ],
  entries: [
    service("broker", [], "message broker (R1, R2, R3)", async () => {
      const [{ serviceGroup }, { broker }] = await Promise.all([
        import("./services/group.ts"),
        import("./services/broker/index.ts"),
      ]);
      return serviceGroup(broker, []);
    }),
    service("wide-column", ["wc"], "wide-column database", async () => {
      const [{ serviceGroup }, { wideColumn }] = await Promise.all([
        import("./services/group.ts"),
        import("./services/wide-column/index.ts"),
      ]);
      return serviceGroup(wideColumn, ["wc"]);
    }),
    service("file-system", ["fs"], "distributed file system (V1, V2)", async () => {
      const [{ serviceGroup }, { fileSystem }] = await Promise.all([
        import("./services/group.ts"),
        import("./services/file-system/index.ts"),
      ]);
      return serviceGroup(fileSystem, ["fs"]);
    }),
  ],
};

function service(name: string, aliases: readonly string[], summary: string, load: () => Promise<Group>): Deferred {
  return { name, aliases, summary, heading: SERVICES, load };
}
