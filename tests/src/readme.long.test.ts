import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readmePrograms } from "./readme.ts";

const root = dirname(dirname(import.meta.dirname));
const scratch = join(root, "tests/.readme");
// The page of a program shows command lines; the page of a library shows code.
const isLibrary = (manifest: string) => "exports" in JSON.parse(readFileSync(join(root, manifest), "utf8"));
const manifests = globSync("{packages/*,apps}/*/package.json", { cwd: root });
const libraries = manifests.filter(isLibrary).map((manifest) => `${dirname(manifest)}/README.md`);
// Generated pages are left out, because they show declarations, which cannot run.
const documents = globSync(["README.md", "docs/**/*.md"], { cwd: root, exclude: ["docs/reference/**"] });

const pages = [...libraries, ...documents].sort().map((path) => {
  const programs = existsSync(join(root, path)) ? readmePrograms(join(root, path)) : [];
  return {
    path,
    programs: programs.map((program, index) => ({
      ...program,
      file: join(scratch, `${path.replace(/\.md$/, "").replaceAll("/", "-")}-${index + 1}.ts`),
    })),
  };
});
const withExamples = pages.filter(({ path, programs }) => libraries.includes(path) || programs.length > 0);

describe("every library has a README, and the examples of all pages do what they say", () => {
  beforeAll(() => {
    rmSync(scratch, { recursive: true, force: true });
    mkdirSync(scratch);
    const programs = pages.flatMap((page) => page.programs);
    for (const { file, source } of programs) writeFileSync(file, source);
    const files = programs.map(({ file }) => file);
    writeFileSync(join(scratch, "tsconfig.json"), JSON.stringify({ extends: "../../tsconfig.json", include: [], files }));
  });

  test.each(withExamples.map((page) => [page.path, page] as const))(
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
