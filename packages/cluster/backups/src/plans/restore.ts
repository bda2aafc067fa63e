import { randomUUID } from "node:crypto";
import { ReeveError } from "@reeve/contract";
import type { Work, WorkContext, WorkPlan } from "@reeve/orchestrator/engine";
import type { RestoreInput } from "@reeve/wide-column-models";
import type { AnyManifest } from "../layout/manifest.ts";
import { readTrusted } from "../layout/trusted-backup.ts";
import type { ObjectStore } from "../object-store/object-store.ts";
import { checkEarly } from "../object-store/open-object-store.ts";
import type { DatabaseWithBackups } from "./backup-plan.ts";
import { keysOf, nameOfBackup, parametersOf, placeOf } from "./parameters.ts";

/**
 * Makes the plan of a restore: the schema and the files of each node are downloaded, and then each node restores its data; with `at once`,
 * a single step restores the data of all nodes. `check` refuses a backup that cannot be restored.
 */
export function planOfRestore(
  request: RestoreInput,
  { names }: Pick<DatabaseWithBackups, "names">,
  restores: "node by node" | "at once",
  check: (work: Work, context: Pick<WorkContext, "secrets" | "signal">) => Promise<unknown>,
): WorkPlan {
  const name = nameOfBackup(request);
  const parameters = { ...name, id: randomUUID() };
  const secrets = keysOf(request);
  const work = { name: "restore-schema", parameters };
  const step = (task: string) => (node: string) => ({ name: node, work: { name: task, node, parameters } });
  const whole = { name: "Restore", work: { name: "restore", parameters } };
  const strategy = restores === "at once" ? "serial" : "parallel";
  return {
    name: "restore",
    phases: [
      { name: "Download", strategy, steps: [{ name: "schema", work }, ...names().map(step("download"))] },
      { name: "Restore", strategy, steps: restores === "at once" ? [whole] : names().map(step("restore")) },
    ],
    secrets,
    request: { ...name },
    check: () => checkEarly((signal) => check(work, { secrets, signal })),
  };
}

/** Reads the manifest of a complete backup that is to be restored. */
export async function manifestToRestore<Format extends AnyManifest["format"]>(
  format: Format,
  work: Work,
  context: Pick<WorkContext, "secrets" | "signal">,
  { openObjectStore, keys }: Pick<DatabaseWithBackups, "openObjectStore" | "keys">,
): Promise<{ readonly manifest: Extract<AnyManifest, { format: Format }>; readonly place: ObjectStore }> {
  const wanted = parametersOf(work);
  const place = await placeOf(work, context, openObjectStore);
  const manifest = await readTrusted(format, place, wanted, { keys, signal: context.signal });
  if (manifest) return { manifest, place };
  throw new ReeveError("bad-input", `there is no complete backup called ${wanted.backup_name} (${place.place})`);
}

/** Refuses a backup of another number of nodes. */
export function expectSameSize({ backup, nodes }: AnyManifest, { names }: Pick<DatabaseWithBackups, "names">): void {
  const count = names().length;
  if (nodes.length === count) return;
  throw new ReeveError(
    "conflict",
    `the backup ${backup} has the data of ${nodes.length} nodes, but this cluster has ${count}; restore it into a cluster of ${nodes.length} nodes`,
  );
}

/** Refuses a cluster that already has data in keyspaces of a backup, because the rows of clients would be lost or mixed with others. */
export function expectNoData(keySpaces: readonly string[], { backup, nodes }: AnyManifest, instance: string): void {
  if (keySpaces.length === 0) return;
  throw new ReeveError(
    "conflict",
    `${instance} holds other data in ${keySpaces.join(", ")}; add a new service with ${nodes.length} nodes to the definition, restore ${backup} into that service, compare the data, and switch your clients to it`,
  );
}
