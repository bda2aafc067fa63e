import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readmePrograms } from "./readme.ts";

const root = dirname(dirname(import.meta.dirname));
const scratch = join(root, "tests/.readme");
// A program's page shows command lines, which its own tests type; a library's shows code.
const isLibrary = (manifest: string) => "exports" in JSON.parse(readFileSync(join(root, manifest), "utf8"));
const folders = globSync("{packages,apps}/*/package.json", { cwd: root }).filter(isLibrary).map(dirname).sort();

const pages = folders.map((folder) => {
  const readme = join(root, folder, "README.md");
  const programs = existsSync(readme) ? readmePrograms(readme) : [];
  return {
    folder,
    programs: programs.map((program, index) => ({
      ...program,
      file: join(scratch, `${basename(folder)}-${index + 1}.ts`),
    })),
  };
});

describe("every library has a README whose examples do what it says", () => {
  beforeAll(() => {
    rmSync(scratch, { recursive: true, force: true });
    mkdirSync(scratch);
    const programs = pages.flatMap((page) => page.programs);
    for (const { file, source } of programs) writeFileSync(file, source);
    const files = programs.map(({ file }) => file);
    writeFileSync(
      join(scratch, "tsconfig.json"),
      JSON.stringify({ extends: "../../tsconfig.json", include: [], files }),
    );
  });

  test.each(pages.map((page) => [page.folder, page] as const))(
    "%s",
    (_, { programs }) => {
      expect(programs, "it has examples").not.toEqual([]);
      for (const { file, prints, promises } of programs) {
        expect(prints.length + promises, `${file} shows what it prints or gives`).toBeGreaterThan(0);
        const printed = execFileSync(process.execPath, [file], { encoding: "utf8", cwd: root }).trimEnd();
        expect(printed === "" ? [] : printed.split("\n")).toEqual(prints);
      }
    },
    30_000,
  );

  test("the examples compile, strictly", () => {
    const compiler = join(root, "node_modules/.bin/tsc");
    const unused = ["--noUnusedLocals", "false", "--noUnusedParameters", "false"];
    execFileSync(compiler, ["-p", join(scratch, "tsconfig.json"), ...unused], { encoding: "utf8" });
  });
});
