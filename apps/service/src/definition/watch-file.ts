import { watch } from "node:fs";
import { basename, dirname } from "node:path";

/** A file is read once it has not changed for this many milliseconds, because editors write a file in several steps. */
const SETTLED = 150;

/** The symbolic link through which Kubernetes mounts the files of a config map. To change the files, Kubernetes replaces this link. */
const MOUNTED = "..data";

/**
 * Watches a file, and calls `changed` when the file may have changed. The returned function ends the watch. The watched path is the file's
 * folder, because editors replace the file.
 */
export function watchFile(path: string, changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const name = basename(path);
  const watcher = watch(dirname(path), { persistent: false }, (_, file) => {
    if (file !== null && file !== name && file !== MOUNTED) return;
    clearTimeout(timer);
    timer = setTimeout(changed, SETTLED).unref();
  });
  // If the folder has been deleted, nothing can be watched any more, so this error is ignored.
  watcher.on("error", () => watcher.close());
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
