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
  // Files of an earlier build would be packed, too.
  for (const { folder } of publishedPackages()) rmSync(join(root, folder, "dist"), { recursive: true, force: true });
  build();
  mkdirSync(tarballs, { recursive: true });
  return publishedPackages().map((each) => ({ ...each, tarball: pack(each, tarballs) }));
}

function pack({ folder }: Package, tarballs: string): string {
  const [report] = [
    JSON.parse(run("pnpm", ["pack", "--json", "--pack-destination", tarballs], join(root, folder))),
  ].flat();
  return join(tarballs, basename(report.filename));
}

/** A program is a bundle: it has no exports, does not depend on our packages, and is few files. */
const MAX_FILES = 45;

/** Checks a tarball: its files, its manifest, and how other projects resolve it. */
export function inspect({ manifest: { name, exports, man = [] }, tarball }: Packed): void {
  const files = run("tar", ["-tzf", tarball])
    .trim()
    .split("\n")
    .map((file) => file.replace("package/", ""));
  expectThat(
    files.includes("LICENSE") && files.includes("README.md"),
    `${name}: LICENSE and README.md are in the package`,
  );
  const unexpected = files.filter(
    (file) =>
      !/^(dist\/.*\.(c?js|d\.ts)|dist\/LICENSES\.txt|dist\/man\/.*\.1|dist\/docs\/.*\.(md|json)|LICENSE|README\.md|CHANGELOG\.md|package\.json)$/.test(
        file,
      ) || /\.test/.test(file),
  );
  expectThat(unexpected.length === 0, `${name}: the package contains only built files, not ${unexpected.join(", ")}`);
  const missing = man.filter((page) => !files.includes(page.replace("./", "")));
  expectThat(missing.length === 0, `${name}: the package contains its man pages, also ${missing.join(", ")}`);
  const bundled = files.some((file) => file.endsWith(".cjs"));
  expectThat(!bundled || files.includes("dist/LICENSES.txt"), `${name}: what is bundled comes with its licences`);
  const licence = run("tar", ["-xzOf", tarball, "package/LICENSE"]);
  expectThat(licence === readFileSync(join(root, "LICENSE"), "utf8"), `${name}: its licence is the repository's`);
  const manifest = run("tar", ["-xzOf", tarball, "package/package.json"]);
  expectThat(!manifest.includes("./src/"), `${name}: its manifest does not point at sources`);
  expectThat(!/"(workspace|catalog):/.test(manifest), `${name}: its dependencies have versions`);
  expectThat(JSON.parse(manifest).license === "Apache-2.0", `${name}: its manifest names the licence`);
  run(bin("publint"), ["run", tarball, "--strict"]);
  if (exports === undefined) {
    // Its documents are read by people, one at a time.
    const programs = files.filter((file) => !file.startsWith("dist/docs/"));
    expectThat(programs.length <= MAX_FILES, `${name}: ${programs.length} files are few`);
    const needs = Object.keys(JSON.parse(manifest).dependencies ?? {});
    expectThat(!needs.some((need) => need.startsWith("@reeve/")), `${name}: has all of ours in its bundle`);
  } else run(bin("attw"), [tarball, "--profile", "esm-only", "--no-color"]);
  console.log(`${name}: ${files.length} files, ${Math.ceil(readFileSync(tarball).length / 1024)} KB packed`);
}
