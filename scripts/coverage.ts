/**
 * Shows what the tests go through: each operation with the files that test it, and, after `npm test -- --coverage`, each package with its share of
 * lines and branches. An operation that no test names, or a change without a read that shows it, ends the script with 1; that each is answered as it
 * must be, and that each change differs in its read, in every revision and through the clients, tests/src/running sees to.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { listOperations } from "@reeve/contract";
import { apis } from "@reeve/tests/apis";
import { publishedPackages, root } from "./workspace.ts";

const tests = globSync(["{packages,apps}/*/{src,test}/**/*.test.ts", "{tests/src,apps/*/test}/**/*.ts"], {
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
console.log(`${lines.length} operations, and where they are tested\n${lines.join("\n")}`);
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

/** What a comment speaks of is not tested by it. A text may hold what looks like one, an address or a pattern of files: it stays. */
function withoutComments(source: string): string {
  return source.replace(
    /("(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/.*$/gm,
    (_, text: string | undefined) => text ?? "",
  );
}

/** The package, or the folder of tests, that a file is in. */
function placeOf(file: string): string {
  return file
    .split("/")
    .slice(0, file.startsWith("tests/src/running") ? 3 : 2)
    .join("/");
}

function dashed(verb: string): string {
  return verb.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
