/**
 * Checks what follows from the declarations of operations and cannot be derived: no source names an operation in a string, except the
 * models, so that each fact about an operation stands in its declaration; the models export each operation; and a changeset announces each
 * operation that the main branch does not have.
 */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listOperations } from "@reeve/contract";
import { apis } from "@reeve/tests/apis";
import { root } from "./workspace.ts";

const problems: string[] = [];
const read = (path: string) => readFileSync(join(root, path), "utf8");
const names = new Set(apis.flatMap((api) => listOperations(api).map(({ name }) => name)));

for (const path of globSync("{packages/*,apps}/*/src/**/*.{ts,tsx}", { cwd: root })) {
  if (/^packages\/api\/|\.test(?:-d)?\.tsx?$|\.trial\.|\/testing\//.test(path)) continue;
  for (const [index, line] of read(path).split("\n").entries()) {
    if (/^\s*(?:\/\/|\/?\*)/.test(line)) continue;
    for (const [, name = ""] of line.matchAll(/["'`]([a-z]\w*\.[a-z]\w*)["'`]/g)) {
      if (names.has(name)) problems.push(`${path}:${index + 1}: names "${name}"; declare what it must know of the operation`);
    }
  }
}

for (const path of globSync("packages/api/*/src/*.ts", { cwd: root })) {
  const index = read(join(path, "../index.ts"));
  for (const [, name = ""] of read(path).matchAll(/^export const (\w+) = operation\(/gm)) {
    if (!new RegExp(`\\b${name}\\b`).test(index)) problems.push(`${path}: ${name} is not exported from index.ts`);
  }
}

const changesets = globSync(".changeset/*.md", { cwd: root }).map(read).join("\n");
for (const name of newOperations()) {
  if (!changesets.includes(name)) problems.push(`.changeset: no changeset mentions ${name}, which is new`);
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${names.size} operations are exported, and no source names one`);

/** The operations that the last common commit with the main branch does not have; none if there is no such branch. */
function newOperations(): readonly string[] {
  try {
    const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
    const before = git("show", `${git("merge-base", "HEAD", "main")}:docs/reference/endpoints.md`);
    return [...names].filter((name) => !before.includes(`| ${name} |`));
  } catch {
    return [];
  }
}
