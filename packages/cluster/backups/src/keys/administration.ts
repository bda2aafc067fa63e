import type { BackupKeysAdministration } from "@reeve/orchestrator/engine";
import type { BackupKeys } from "./backup-keys.ts";

/** Makes the operations on the keys of backups, for one database of the service. */
export function keysAdministration(instance: string, keys: BackupKeys, now: () => number): BackupKeysAdministration {
  const own = () => ({ name: instance, public_key: keys.own() });
  return {
    list: () => [
      { ...own(), own: true, imported_at: null },
      ...keys.trusted().map(({ key, ...rest }) => ({ ...rest, public_key: key, own: false })),
    ],
    export: own,
    import: ({ name, public_key: key }) => keys.trust({ name, key, imported_at: new Date(now()).toISOString() }),
    remove: ({ name }) => keys.distrust(name),
  };
}
