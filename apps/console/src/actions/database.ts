import { startBackup, startCleanup, startRepair, startRestore } from "@reeve/wide-column-models";
import type { InstanceInfo } from "../state/cluster.ts";
import { type Action, actionOn } from "./action.ts";

const everywhere = { nodes: ["*"] };

/** The maintenance and backup actions of a database. */
export function databaseActions(info: InstanceInfo): readonly Action[] {
  return [
    ...actionOn(info, startRepair, {
      label: "Repair",
      about: "All nodes compare their data, and bring it up to date.",
      input: everywhere,
      opens: () => ["plans", "repair"],
    }),
    ...actionOn(info, startCleanup, {
      label: "Clean up",
      about: "All nodes delete data that no longer belongs to them.",
      input: everywhere,
      opens: () => ["plans", "cleanup"],
    }),
    ...actionOn(info, startBackup, {
      label: "Back up",
      about: "A snapshot of all nodes is stored in an object store. The access keys are sent but not stored.",
      questions: "all",
      opens: () => ["plans", "backup"],
    }),
    ...actionOn(info, startRestore, { label: "Restore", questions: "all", opens: () => ["plans", "restore"] }),
  ];
}
