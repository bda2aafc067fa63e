import { statSync } from "node:fs";

/**
 * What files look like from outside: while that stays the same, they have not been changed. Unlike the time of the last change, that of the last change
 * to the file's entry cannot be set back.
 */
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
