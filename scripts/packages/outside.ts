/** Tests the packed packages in a project outside of this repository, which has no access to the sources. */
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bin, expectThat, run } from "../run.ts";
import type { Packed } from "./pack.ts";

export function makeProject(project: string, packed: readonly Packed[]): string {
  mkdirSync(project);
  const tarballs = Object.fromEntries(packed.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]));
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "outside", private: true, type: "module", dependencies: tarballs }));
  const overrides = Object.entries(tarballs).map(([name, file]) => `  "${name}": "${file}"`);
  writeFileSync(join(project, "pnpm-workspace.yaml"), ["pmOnFail: ignore", "overrides:", ...overrides, ""].join("\n"));
  run("pnpm", ["install", "--prefer-offline", "--silent"], project);
  return project;
}

/** Compiles a program that uses every export, with the strictest settings, and prints how long it takes. */
export function compileOutside(project: string, packed: readonly Packed[]): void {
  const entries = packed.flatMap(({ manifest: { name, exports = {} } }) => Object.keys(exports).map((path) => name + path.slice(1)));
  const imports = entries.map((name, index) => `import * as p${index} from "${name}";\nconsole.log(Object.keys(p${index}).length > 0);`);
  writeFileSync(join(project, "all.ts"), imports.join("\n"));
  cpSync(join(import.meta.dirname, "program.ts"), join(project, "program.ts"));
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--noEmit", "--skipLibCheck", "false"];
  const target = ["--module", "nodenext", "--target", "es2022", "--lib", "es2023,dom"];
  const types = ["--types", ""];
  const begun = performance.now();
  run(bin("tsc"), [...strict, ...target, ...types, "all.ts", "program.ts"], project);
  console.log(`a program outside of the repository compiles in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  const printed = run(process.execPath, ["all.ts"], project).trim().split("\n");
  expectThat(printed.length === entries.length && printed.every((line) => line === "true"), "every package loads from its tarball");
  expectThat(
    run(process.execPath, ["program.ts"], project).trim() === "POST /service/kafka/v1/topics/orders",
    "the program outside of the repository runs",
  );
}

/** Starts each command of each package with --help, which must print something. */
export function runCommands(project: string, packed: readonly Packed[]): void {
  for (const { manifest } of packed) {
    for (const command of Object.keys(manifest.bin ?? {})) {
      const installed = join(project, "node_modules/.bin", command);
      expectThat(existsSync(installed), `${manifest.name}: installs the command ${command}`);
      const help = run(installed, ["--help"], project);
      expectThat(help.trim() !== "", `${command} --help prints help`);
      console.log(`${command} --help: ${help.split("\n")[0]}`);
    }
  }
}
