import { watch } from "node:fs";
import { basename, dirname } from "node:path";

/** Editors write a file in several steps; it is read when it has been left alone for so long. */
const SETTLED = 150;

/**
 * Tells when a file may have changed, until the function that it gives is called. Its folder is watched, because editors put a new file in the
 * place of the old one.
 */
export function watchFile(path: string, changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const name = basename(path);
  const watcher = watch(dirname(path), { persistent: false }, (_, file) => {
    if (file !== null && file !== name) return;
    clearTimeout(timer);
    timer = setTimeout(changed, SETTLED).unref();
  });
  // A folder that goes away takes its file with it; there is nothing to be told any more.
  watcher.on("error", () => watcher.close());
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
