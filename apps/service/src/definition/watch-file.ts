import { watch } from "node:fs";
import { basename, dirname } from "node:path";

/** Editors write a file in several steps, so it is read after this many quiet milliseconds. */
const SETTLED = 150;

/** Calls back when a file may have changed, until the returned function is called. The folder is watched, because editors replace the file. */
export function watchFile(path: string, changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const name = basename(path);
  const watcher = watch(dirname(path), { persistent: false }, (_, file) => {
    if (file !== null && file !== name) return;
    clearTimeout(timer);
    timer = setTimeout(changed, SETTLED).unref();
  });
  // When the folder is deleted, the file is gone and there is nothing to watch.
  watcher.on("error", () => watcher.close());
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
