import { ReeveError } from "@reeve/contract";
import type { BackupCatalog } from "@reeve/orchestrator/engine";
import type { BackupPlaceInput } from "@reeve/wide-column-models";
import type { BackupKeys } from "../keys/backup-keys.ts";
import type { ReadManifest } from "../layout/signed-manifest.ts";
import { expectTrusted } from "../layout/trusted-backup.ts";
import type { ObjectStore, OpenObjectStore } from "../object-store/object-store.ts";
import { deleteBackups } from "./delete.ts";
import { entriesOf, entryOf } from "./entries.ts";
import { detailsOf, summaryOf } from "./summary.ts";
import { verify } from "./verify.ts";

/** Makes the catalog of the backups in an engine's object stores. */
export function backupCatalog(open: OpenObjectStore, keys: BackupKeys, now: () => number): BackupCatalog {
  const at = ({ external_location, s3_access_key: accessKey, s3_secret_key: secretKey }: BackupPlaceInput) =>
    open(external_location, { accessKey, secretKey });

  async function complete(place: ObjectStore, backup: string, signal: AbortSignal): Promise<ReadManifest> {
    const entry = await entryOf(place, backup, keys, signal);
    if (!entry) throw none(place, backup);
    if (entry.status === "complete") return entry;
    const why =
      entry.status === "unfinished"
        ? `the backup ${backup} is unfinished; start it again with the same name, or delete it`
        : `the manifest of ${backup} ${entry.problem}`;
    throw new ReeveError("conflict", `${why} (${place.place})`);
  }

  return {
    async list(request, signal) {
      const found = (await entriesOf(await at(request), keys, signal)).map(summaryOf);
      return found.sort((a, b) => compare(b.created ?? "", a.created ?? "") || compare(a.backup_name, b.backup_name));
    },
    async show(request, signal) {
      const { backup_name } = request;
      return detailsOf(backup_name, await complete(await at(request), backup_name, signal));
    },
    async verify(request, signal) {
      const { backup_name } = request;
      const place = await at(request);
      const read = await complete(place, backup_name, signal);
      expectTrusted(read, request, place);
      return verify(place, backup_name, read.manifest, signal);
    },
    async delete(request, signal) {
      const { backup_name } = request;
      const place = await at(request);
      if (!(await entryOf(place, backup_name, keys, signal))) throw none(place, backup_name);
      const { left = null, ...deleted } = await deleteBackups(place, [backup_name], { keys, now: now(), signal });
      return { backup_name, ...deleted, left };
    },
  };
}

const none = (place: ObjectStore, backup: string) =>
  new ReeveError("not-found", `there is no backup called ${backup} (${place.place})`);

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
