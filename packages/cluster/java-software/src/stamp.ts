import { statSync } from "node:fs";

/** The metadata of files, which changes whenever a file changes. It contains ctime, which (unlike mtime) cannot be set back. */
export function stampOf(paths: readonly string[]): string {
  return paths.map(stampOfOne).join("\n");
}

function stampOfOne(path: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch {
    return "none";
  }
}
