import type { BackupKeysAdministration } from "@reeve/orchestrator/engine";
import type { BackupKeys } from "./backup-keys.ts";

/** Makes the operations on the keys of backups, for one database of the service. */
export function keysAdministration(instance: string, keys: BackupKeys, now: () => number): BackupKeysAdministration {
  const own = () => ({ name: instance, key: keys.own() });
  return {
    list: () => [{ ...own(), own: true, imported_at: null }, ...keys.trusted().map((key) => ({ ...key, own: false }))],
    export: own,
    import: ({ name, key }) => keys.trust({ name, key, imported_at: new Date(now()).toISOString() }),
    remove: ({ name }) => keys.distrust(name),
  };
}
