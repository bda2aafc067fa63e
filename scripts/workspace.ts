import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const root: string = dirname(import.meta.dirname);

/** What the scripts use of a package's manifest. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly engines?: { readonly node?: string };
  readonly bin?: Readonly<Record<string, string>>;
  readonly man?: readonly string[];
  /** The entries by their import paths, such as `.` or `./testing`. Programs have none. */
  readonly exports?: Readonly<Record<string, string>>;
  readonly repository?: unknown;
  readonly publishConfig?: {
    readonly access?: string;
    readonly provenance?: boolean;
    readonly exports?: Readonly<Record<string, { readonly types: string; readonly default: string }>>;
  };
}

export interface Package {
  /** The folder's path in the repository. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** The published packages, sorted by their folders. */
export function publishedPackages(folder: string = root): readonly Package[] {
  return allPackages(folder).filter(({ manifest }) => !manifest.private);
}

/** All packages and apps, sorted by their folders: the published ones, and the console, which is part of the service's package. */
export function allPackages(folder: string = root): readonly Package[] {
  return globSync("{packages/*,apps}/*/package.json", { cwd: folder })
    .sort()
    .map((path) => ({
      folder: dirname(path),
      manifest: JSON.parse(readFileSync(join(folder, path), "utf8")) as Manifest,
    }));
}

/** Whether the package is published as a bundle that contains its dependencies. */
export function isBundle({ manifest }: Package): boolean {
  return manifest.name === "@reeve/cli" || manifest.name === "@reeve/repl";
}
