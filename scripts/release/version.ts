/**
 * Makes versions and changelogs from the changesets: `npm run release:version`. A program is published as a bundle, so users only get a
 * change of one of its parts with a new version of the program. This script adds that version.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bin, run } from "../run.ts";
import { isBundle, type Package, publishedPackages, root } from "../workspace.ts";

/** Applies the changesets of a workspace. */
export function version(folder: string = root): void {
  const packages = publishedPackages(folder);
  const named = namedIn(folder);
  for (const bundle of packages.filter((each) => isBundle(each) && !named.has(each.manifest.name))) {
    const { manifest } = bundle;
    const parts = [...partsOf(bundle, packages)].filter((part) => named.has(part)).sort();
    if (parts.length === 0) continue;
    const sentence = `Brings what is new in ${parts.map((part) => `\`${part}\``).join(", ")}.`;
    const file = join(folder, ".changeset", `bundle-${manifest.name.replace("@reeve/", "")}.md`);
    writeFileSync(file, `---\n"${manifest.name}": patch\n---\n\n${sentence}\n`);
  }
  run(bin("changeset"), ["version"], folder);
}

/** The packages that are in a bundle, including dependencies of dependencies. */
export function partsOf({ manifest }: Package, packages: readonly Package[]): ReadonlySet<string> {
  const parts = new Set<string>();
  const take = (names: Readonly<Record<string, string>> = {}) => {
    for (const part of packages) {
      if (!(part.manifest.name in names) || parts.has(part.manifest.name)) continue;
      parts.add(part.manifest.name);
      take(part.manifest.dependencies);
      if (isBundle(part)) take(part.manifest.devDependencies);
    }
  };
  take(manifest.devDependencies);
  return parts;
}

/** The packages that changesets name. */
function namedIn(folder: string): ReadonlySet<string> {
  const files = globSync(".changeset/*.md", { cwd: folder });
  const heads = files.map((file) => readFileSync(join(folder, file), "utf8").split(/^---$/m)[1] ?? "");
  return new Set(heads.flatMap((head) => [...head.matchAll(/^"([^"]+)":/gm)].map(([, name = ""]) => name)));
}

if (import.meta.main) version();
