/**
 * Prints which tests cover what: each operation with the files that test it, and, after `npm test -- --coverage`, the coverage of each
 * package. Exits with 1 if no test names an operation, or if no read shows the effect of a change. The tests in tests/src/running check the
 * answers and the changes themselves in every revision.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { listOperations } from "@reeve/contract";
import { apis } from "@reeve/tests/apis";
import { publishedPackages, root } from "./workspace.ts";

const tests = globSync(["{packages/*,apps}/*/{src,test}/**/*.test.ts", "{tests/src,apps/*/test}/**/*.ts"], {
  cwd: root,
}).map((file) => ({ file, text: withoutComments(readFileSync(join(root, file), "utf8")) }));

const lines: string[] = [];
let unfit = 0;
for (const api of apis) {
  for (const { name, noun, verb, revisions, operation } of listOperations(api)) {
    const words = new RegExp(`\\b${noun}(?:\\.|\\??\\.|: \\{ | )${verb}\\b|"${noun} ${dashed(verb)}\\b`);
    const files = new Set(tests.filter(({ text }) => words.test(text)).map(({ file }) => placeOf(file)));
    const isUnseen = operation.effect !== "read" && operation.verifiedBy === undefined;
    if (files.size === 0 || isUnseen) unfit++;
    const shown = operation.effect === "read" ? "" : `shown by ${operation.verifiedBy ?? "NOTHING"}`;
    lines.push(
      `  ${`${api.name} ${name}`.padEnd(32)} ${revisions.join(" ").padEnd(9)} ${shown.padEnd(24)} ${[...files].sort().join(", ") || "NOWHERE"}`,
    );
  }
}
console.log(`${lines.length} operations, and the files that test each of them\n${lines.join("\n")}`);
if (unfit > 0) process.exitCode = 1;

const summary = join(root, "coverage/coverage-summary.json");
if (existsSync(summary)) console.log(`\ncoverage               lines  branches\n${shares().join("\n")}`);

interface Counts {
  readonly lines: { readonly total: number; readonly covered: number };
  readonly branches: { readonly total: number; readonly covered: number };
}

function shares(): readonly string[] {
  const files = Object.entries(JSON.parse(readFileSync(summary, "utf8")) as Record<string, Counts>);
  const named = publishedPackages().map(
    ({ folder }) => [folder, files.filter(([file]) => relative(root, file).startsWith(`${folder}/`))] as const,
  );
  return [...named, ["all", named.flatMap(([, own]) => own)] as const].map(([name, own]) => {
    const share = (kind: keyof Counts) => {
      const total = own.reduce((sum, [, counts]) => sum + counts[kind].total, 0);
      const covered = own.reduce((sum, [, counts]) => sum + counts[kind].covered, 0);
      return total === 0 ? "–" : `${((100 * covered) / total).toFixed(1)} %`;
    };
    return `  ${name.replace("packages/", "").padEnd(20)} ${share("lines").padStart(7)} ${share("branches").padStart(8)}`;
  });
}

/**
 * Removes comments, because an operation that only a comment names is not tested. Strings stay, because they may contain text that looks
 * like a comment.
 */
function withoutComments(source: string): string {
  return source.replace(/("(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/.*$/gm, (_, text: string | undefined) => text ?? "");
}

/** The package that contains a file, or the folder of tests. */
function placeOf(file: string): string {
  return file
    .split("/")
    .slice(0, file.startsWith("tests/src/running") ? 3 : 2)
    .join("/");
}

function dashed(verb: string): string {
  return verb.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
