/**
 * Rehearses releases in a temporary copy: `npm run release:rehearse [-- PACKAGE…]`. Applies the changesets. Then changes each package
 * alone, and compares which packages get a new version with what is expected. For the named packages, prints the changelog and the other
 * packages that get a new version.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectThat, run } from "../run.ts";
import { isBundle, type Package, publishedPackages, root } from "../workspace.ts";
import { partsOf, version } from "./version.ts";

const shown = process.argv.slice(2);
const copy = mkdtempSync(join(tmpdir(), "reeve-release-"));
try {
  copyWorkspace();
  const released = versioned();
  for (const each of released) {
    judge(each);
    if (isShown(each.manifest.name)) console.log(`${changelogOf(each)}\n`);
  }
  const versions = new Set(released.map(({ manifest }) => manifest.version));
  console.log(`the first release of ${released.length} packages: ${[...versions].join(", ")}`);
  git("add", "--all");
  git("-c", "user.name=rehearsal", "-c", "user.email=rehearsal@localhost", "commit", "--quiet", "--message=Release");
  for (const { manifest } of released) {
    // A dependent accepts a patch of its dependency without a new version. Below 1.0, a dependent does not accept a new minor version, so
    // the dependent is released, too. A bundle is released in both cases, because it contains its dependencies.
    const needing = released.filter(
      ({ manifest: { dependencies, optionalDependencies } }) =>
        manifest.name in { ...dependencies, ...optionalDependencies },
    );
    const bundles = released.filter((each) => isBundle(each) && partsOf(each, released).has(manifest.name));
    onlyMoves(released, "patch", manifest.name, bundles);
    onlyMoves(released, "minor", manifest.name, [...needing, ...bundles]);
  }
  console.log(
    "for each package: a change releases the package, the dependents that do not accept its new version, and the bundles that contain it",
  );
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** Copies the files that are needed to make versions. */
function copyWorkspace(): void {
  const wanted = [
    "package.json",
    "pnpm-workspace.yaml",
    ".changeset",
    "scripts/release",
    "*/*/package.json",
    "*/package.json",
  ];
  const files = run("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...wanted])
    .trim()
    .split("\n");
  for (const file of files) cpSync(join(root, file), join(copy, file));
  git("init", "--quiet");
}

/** Applies the changesets, and returns the resulting packages. */
function versioned(): readonly Package[] {
  version(copy);
  return publishedPackages(copy);
}

function judge({ folder, manifest: { name, version } }: Package): void {
  expectThat(version !== "0.0.0", `${name} has a changeset for its first release`);
  const changelog = changelogOf({ folder });
  const [, latest = ""] = changelog.split(/^## /m);
  expectThat(latest.startsWith(`${version}\n`), `the changelog of ${name} begins with ${version}`);
  expectThat(/^- \S/m.test(latest), `the changelog of ${name} describes the changes of ${version}`);
}

function changelogOf({ folder }: Pick<Package, "folder">): string {
  return readFileSync(join(copy, folder, "CHANGELOG.md"), "utf8");
}

function isShown(name: string): boolean {
  return shown.some((word) => name.endsWith(word));
}

/** Releases a change of one package, checks the result, and reverts it. */
function onlyMoves(
  before: readonly Package[],
  bump: "patch" | "minor",
  name: string,
  others: readonly Package[],
): void {
  writeFileSync(join(copy, ".changeset/a-change.md"), `---\n"${name}": ${bump}\n---\n\nSomething is better now.\n`);
  const after = versioned();
  const moved = after.filter(({ manifest }, index) => manifest.version !== before[index]?.manifest.version);
  const names = moved.map(({ manifest }) => manifest.name);
  const expected = [...new Set([name, ...others.map(({ manifest }) => manifest.name)])].toSorted();
  expectThat(
    names.toSorted().toString() === expected.toString(),
    `a ${bump} version of ${name} releases ${expected}, not ${names}`,
  );
  for (const each of moved) judge(each);
  if (isShown(name))
    for (const { manifest } of moved) console.log(`a ${bump} of ${name}: ${manifest.name} ${manifest.version}`);
  git("checkout", "--quiet", ".");
  git("clean", "--quiet", "--force");
}

function git(...args: readonly string[]): void {
  run("git", args, copy);
}
