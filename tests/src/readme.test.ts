import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readmeProgram } from "./readme.ts";

const root = dirname(dirname(import.meta.dirname));
const scratch = join(root, "tests/.readme");
const folders = globSync("{packages,apps}/*/package.json", { cwd: root }).map(dirname).sort();

const programs = folders.map((folder) => {
  const readme = join(root, folder, "README.md");
  const program = existsSync(readme) ? readmeProgram(readme) : undefined;
  return { folder, program, file: join(scratch, `${basename(folder)}.ts`) };
});

describe("every package has a README whose examples do what it says", () => {
  beforeAll(() => {
    rmSync(scratch, { recursive: true, force: true });
    mkdirSync(scratch);
    for (const { file, program } of programs) if (program) writeFileSync(file, program.source);
    const files = programs.flatMap(({ file, program }) => (program ? [file] : []));
    writeFileSync(
      join(scratch, "tsconfig.json"),
      JSON.stringify({ extends: "../../tsconfig.json", include: [], files }),
    );
  });

  test.each(programs.map((each) => [each.folder, each] as const))("%s", (_, { file, program }) => {
    if (!program) throw new Error("it has no README.md");
    expect(program.prints, "a README shows what its examples print").not.toEqual([]);
    const printed = execFileSync(process.execPath, [file], { encoding: "utf8" });
    expect(printed.trimEnd().split("\n")).toEqual(program.prints);
  });

  test("the examples compile, strictly", () => {
    const compiler = join(root, "node_modules/.bin/tsc");
    const unused = ["--noUnusedLocals", "false", "--noUnusedParameters", "false"];
    execFileSync(compiler, ["-p", join(scratch, "tsconfig.json"), ...unused], { encoding: "utf8" });
  });
});
