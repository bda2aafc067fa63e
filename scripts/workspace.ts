import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const root: string = dirname(import.meta.dirname);

/** The part of a package's manifest that is used here. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly engines?: { readonly node?: string };
  readonly bin?: Readonly<Record<string, string>>;
  readonly man?: readonly string[];
  /** By import path: `.`, `./testing`. A program has none. */
  readonly exports?: Readonly<Record<string, string>>;
  readonly repository?: unknown;
  readonly publishConfig?: {
    readonly access?: string;
    readonly provenance?: boolean;
    readonly exports?: Readonly<Record<string, { readonly types: string; readonly default: string }>>;
  };
}

export interface Package {
  /** Relative to the repository. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** The packages that are published, by name. */
export function publishedPackages(folder: string = root): readonly Package[] {
  return allPackages(folder).filter(({ manifest }) => !manifest.private);
}

/** All packages and apps, by name: those that are published, and the console, which the service's package contains. */
export function allPackages(folder: string = root): readonly Package[] {
  return globSync("{packages,apps}/*/package.json", { cwd: folder })
    .sort()
    .map((path) => ({
      folder: dirname(path),
      manifest: JSON.parse(readFileSync(join(folder, path), "utf8")) as Manifest,
    }));
}

/** Whether it is published as a bundle, which contains its dependencies. */
export function isBundle({ manifest }: Package): boolean {
  return manifest.name === "@reeve/cli" || manifest.name === "@reeve/repl";
}
