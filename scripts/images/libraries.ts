import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

/** Copies into an image the shared libraries of this machine to which its programs are linked. */
export function addLibraries(root: string, programs: readonly string[]): void {
  const text = execFileSync(
    "ldd",
    programs.filter((each) => existsSync(each)),
    { encoding: "utf8" },
  );
  const paths = [...text.matchAll(/(?:=>|^)\s+(\/\S+) \(0x/gm)].map(([, path = ""]) => path);
  for (const path of new Set(paths)) {
    if (path.startsWith(root)) continue;
    mkdirSync(join(root, dirname(path)), { recursive: true });
    copyFileSync(realpathSync(path), join(root, path));
  }
}
