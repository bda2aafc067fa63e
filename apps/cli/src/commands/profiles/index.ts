import type { Group } from "../../model/command.ts";
import { addCommand } from "./add.ts";
import { changeCommand } from "./change.ts";
import { listCommand } from "./list.ts";
import { removeCommand } from "./remove.ts";
import { showCommand } from "./show.ts";
import { useCommand } from "./use.ts";

/** Profiles: stored clusters with their services and logins. */
export const profiles: Group = {
  name: "profiles",
  aliases: ["profile"],
  summary: "Keep clusters, services and logins as profiles",
  about:
    "Secrets are kept in a file of their own that only you can read, and are sent to the address that they were given for, and to no other.",
  examples: [
    "profiles add prod --url https://cluster.example --service broker=kafka,file-system=hdfs",
    "profiles use prod",
    "broker topics list --profile staging",
  ],
  entries: [listCommand, addCommand, useCommand, showCommand, changeCommand, removeCommand],
};
