import { ReeveError } from "@reeve/contract";
import type { BackupCatalog } from "@reeve/orchestrator/engine";
import type { Backup, BackupCheck, BackupDetails, BackupPlaceInput, BackupProblem } from "@reeve/wide-column-models";
import type { BackupKeys } from "../keys/backup-keys.ts";
import { type AnyManifest, contentKey, filesOf } from "../layout/manifest.ts";
import type { ReadManifest } from "../layout/signed-manifest.ts";
import { expectTrusted } from "../layout/trusted-backup.ts";
import { contentDigestOf, type ObjectStore, type OpenObjectStore } from "../object-store/object-store.ts";
import { inParallel } from "../parallel.ts";
import { deleteBackups } from "./delete.ts";
import { type CatalogEntry, entriesOf, entryOf } from "./entries.ts";
import { markDamaged } from "./reuse.ts";

const UNSIGNED = { signature: null, signed_with: null };

const AT_ONCE = 4;

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
      const matches = (await entriesOf(await at(request), keys, signal)).map(summaryOf);
      return matches.sort((a, b) => compare(b.created ?? "", a.created ?? "") || compare(a.backup_name, b.backup_name));
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

const none = (place: ObjectStore, backup: string) => new ReeveError("not-found", `there is no backup called ${backup} (${place.place})`);

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** Reads all objects of a backup, and compares them with the backup's manifest. Shared files that are damaged are marked. */
async function verify(place: ObjectStore, backup: string, manifest: AnyManifest, signal: AbortSignal): Promise<BackupCheck> {
  const objects = Map.groupBy(filesOf(manifest), ({ object }) => object);
  const problems: BackupProblem[] = [];
  let bytes = 0;
  await inParallel(objects, AT_ONCE, async ([object, files]) => {
    const [wanted] = files;
    const content = await place.getContent(object, signal);
    const result = content && (await contentDigestOf(content, signal));
    bytes += result?.bytes ?? 0;
    if (result && result.sha256 === wanted?.sha256 && result.bytes === wanted.bytes) return;
    if (result && wanted && object === contentKey(wanted)) await markDamaged(place, wanted.sha256, signal);
    for (const { file } of files) problems.push({ file, object, problem: result ? "damaged" : "missing" });
  });
  problems.sort((a, b) => (a.file < b.file ? -1 : 1));
  return { backup_name: backup, files: objects.size, bytes, problems };
}

function summaryOf(entry: CatalogEntry): Backup {
  const nothing = { service: null, created: null, software: null, ...UNSIGNED, nodes: 0, files: 0, bytes: 0 };
  const named = { backup_name: entry.backup, status: entry.status };
  if (entry.status === "unreadable") return { ...named, ...nothing };
  if (entry.status === "unfinished") {
    const { service, begun } = entry.unfinished;
    return { ...named, ...nothing, service: service || null, created: begun || null };
  }
  const { manifest, origin, key = null } = entry;
  return {
    ...named,
    service: manifest.service,
    created: manifest.created,
    software: manifest.format === 2 ? manifest.software : null,
    signature: origin,
    signed_with: key,
    nodes: manifest.nodes.length,
    ...sizeOf(filesOf(manifest)),
  };
}

function detailsOf(backup: string, read: ReadManifest): BackupDetails {
  const { manifest } = read;
  const all = manifest.nodes.flatMap((node): readonly { readonly table: string; readonly bytes: number }[] => node.files);
  const tables = Map.groupBy(all, ({ table }) => table);
  return {
    ...summaryOf({ backup, status: "complete", ...read }),
    parts: manifest.nodes.map(({ node, host_id, files }) => ({ node, host_id, ...sizeOf(files) })),
    tables: [...tables].sort(([a], [b]) => (a < b ? -1 : 1)).map(([table, files]) => ({ table, ...sizeOf(files) })),
  };
}

function sizeOf(files: readonly { readonly bytes: number }[]): { readonly files: number; readonly bytes: number } {
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}
