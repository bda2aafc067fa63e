import type { InstanceInfo } from "../state/cluster.ts";
import { type Action, possible, type Question } from "./action.ts";

const backup: readonly Question[] = [
  { field: "backup_name", label: "Name of the backup", value: "" },
  { field: "external_location", label: "Where backups are stored: s3://bucket", value: "" },
  { field: "s3_access_key", label: "Access key of the object store", value: "", isSecret: true },
  { field: "s3_secret_key", label: "Secret key of the object store", value: "", isSecret: true },
];

const everywhere = { nodes: ["*"] };

/** The maintenance and backup actions of a database. */
export function databaseActions(info: InstanceInfo): readonly Action[] {
  return possible([
    {
      info,
      label: "Repair",
      title: "Repair",
      about: "All nodes compare their data, and bring it up to date.",
      call: { name: "repair.start", input: everywhere },
    },
    {
      info,
      label: "Clean up",
      title: "Clean up",
      about: "All nodes delete data that no longer belongs to them.",
      call: { name: "cleanup.start", input: everywhere },
    },
    {
      info,
      label: "Back up",
      title: "Back up",
      about: "A snapshot of all nodes is stored in an object store. The access keys are sent but not stored.",
      call: { name: "backup.start", input: {} },
      questions: backup,
    },
    {
      info,
      label: "Restore",
      title: "Restore",
      call: { name: "restore.start", input: {} },
      questions: backup,
    },
  ]);
}
