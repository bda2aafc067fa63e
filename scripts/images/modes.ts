import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Lets everyone read and run what the owner may read and run, and only the owner write, except in folders for everyone such as `/tmp`. The
 * modes would otherwise depend on the umask of the user who builds the image, and with some of them the user of a pod could read nothing.
 */
export function settleModes(root: string): void {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((each) => !each.isSymbolicLink()).map((each) => join(each.parentPath, each.name));
  for (const path of [root, ...paths]) {
    const { mode } = lstatSync(path);
    const isForAll = (mode & 0o1002) === 0o1002;
    const owner = mode & 0o700;
    if (!isForAll) chmodSync(path, owner | ((owner & 0o500) >> 3) | ((owner & 0o500) >> 6));
  }
}
