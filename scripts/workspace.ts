import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const root: string = dirname(import.meta.dirname);

/** What is looked at in a package's manifest. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  /** By the path that others import: `.`, `./testing`. A program has none. */
  readonly exports?: Readonly<Record<string, string>>;
}

export interface Package {
  /** Relative to the repository. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** The packages that are published, by name. */
export function publishedPackages(): readonly Package[] {
  return globSync("{packages,apps}/*/package.json", { cwd: root })
    .sort()
    .map((path) => ({
      folder: dirname(path),
      manifest: JSON.parse(readFileSync(join(root, path), "utf8")) as Manifest,
    }))
    .filter(({ manifest }) => !manifest.private);
}
