import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { bin, build, expectThat, run } from "../run.ts";
import { type Package, publishedPackages, root } from "../workspace.ts";

/** A package as it would be published. */
export interface Packed extends Package {
  readonly tarball: string;
}

/** Builds and packs every package. */
export function packAll(tarballs: string): readonly Packed[] {
  // Earlier builds are deleted, because their files would otherwise be packed.
  for (const { folder } of publishedPackages()) rmSync(join(root, folder, "dist"), { recursive: true, force: true });
  build();
  mkdirSync(tarballs, { recursive: true });
  return publishedPackages().map((each) => ({ ...each, tarball: pack(each, tarballs) }));
}

function pack({ folder }: Package, tarballs: string): string {
  const [report] = [JSON.parse(run("pnpm", ["pack", "--json", "--pack-destination", tarballs], join(root, folder)))].flat();
  return join(tarballs, basename(report.filename));
}

/**
 * The largest number of files in a program's package, which is a bundle without exports and without dependencies on Reeve's other packages.
 */
const MAX_FILES = 45;

/** Checks a tarball: its files, its manifest, and how other projects resolve it. */
export function inspect({ manifest: { name, exports, man = [] }, tarball }: Packed): void {
  const files = run("tar", ["-tzf", tarball])
    .trim()
    .split("\n")
    .map((file) => file.replace("package/", ""));
  expectThat(files.includes("LICENSE") && files.includes("README.md"), `${name}: LICENSE and README.md are in the package`);
  const unexpected = files.filter(
    (file) =>
      !/^(dist\/.*\.(c?js|d\.ts)|dist\/LICENSES\.txt|dist\/man\/.*\.1|dist\/docs\/.*\.(md|json)|definition\.schema\.json|LICENSE|README\.md|CHANGELOG\.md|package\.json)$/.test(
        file,
      ) || /\.test/.test(file),
  );
  expectThat(unexpected.length === 0, `${name}: the package contains only built files, not ${unexpected.join(", ")}`);
  const missing = man.filter((page) => !files.includes(page.replace("./", "")));
  expectThat(missing.length === 0, `${name}: the package contains all of its man pages (missing: ${missing.join(", ")})`);
  const bundled = files.some((file) => file.endsWith(".cjs"));
  expectThat(!bundled || files.includes("dist/LICENSES.txt"), `${name}: the licences of bundled packages are in the package`);
  const licence = run("tar", ["-xzOf", tarball, "package/LICENSE"]);
  expectThat(licence === readFileSync(join(root, "LICENSE"), "utf8"), `${name}: the package has the repository's licence`);
  const manifest = run("tar", ["-xzOf", tarball, "package/package.json"]);
  expectThat(!manifest.includes("./src/"), `${name}: the manifest does not refer to sources`);
  expectThat(!/"(workspace|catalog):/.test(manifest), `${name}: the dependencies have versions`);
  expectThat(JSON.parse(manifest).license === "Apache-2.0", `${name}: the manifest names the licence`);
  run(bin("publint"), ["run", tarball, "--strict"]);
  if (exports === undefined) {
    // Documents do not count as program files, because users read them one at a time.
    const programs = files.filter((file) => !file.startsWith("dist/docs/"));
    expectThat(programs.length <= MAX_FILES, `${name}: ${programs.length} files are not too many`);
    const needs = Object.keys(JSON.parse(manifest).dependencies ?? {});
    expectThat(!needs.some((need) => need.startsWith("@reeve/")), `${name}: contains all of Reeve's packages that it needs in its bundle`);
  } else run(bin("attw"), [tarball, "--profile", "esm-only", "--no-color"]);
  console.log(`${name}: ${files.length} files, ${Math.ceil(readFileSync(tarball).length / 1024)} KB packed`);
}
