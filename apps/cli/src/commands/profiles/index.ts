import type { Group } from "@reeve/commands";
import { addCommand } from "./add.ts";
import { changeCommand } from "./change.ts";
import { listCommand } from "./list.ts";
import { removeCommand } from "./remove.ts";
import { showCommand } from "./show.ts";
import { useCommand } from "./use.ts";

/** The commands for profiles, which store clusters with their services and logins. */
export const profiles: Group = {
  name: "profiles",
  aliases: ["profile"],
  summary: "Store clusters, services and logins as profiles",
  about:
    "Secrets are stored in a separate file that only you can read, and are sent only to the address for which they were given.",
  examples: [
    "profiles add prod --url https://cluster.example --service broker=kafka,file-system=hdfs",
    "profiles use prod",
    "broker topics list --profile staging",
  ],
  entries: [listCommand, addCommand, useCommand, showCommand, changeCommand, removeCommand],
};
