/**
 * Refuses words that the glossary (docs/glossary.md) replaces by others, in the names of exports and files and in comments, messages and
 * pages. Words that also have a plain meaning, such as "line" or "left", are not listed, because a script cannot tell the two meanings
 * apart. Also refuses comments that are wider than code.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "./workspace.ts";

interface Rejected {
  readonly word: RegExp;
  readonly use: string;
}

/** Words that are refused in the names of exports and files. */
const identifiers: readonly Rejected[] = [
  { word: /patien(?:ce|t)/i, use: "timeout" },
  { word: /strangers?(?![a-z])/i, use: "unknownParameters" },
  { word: /(?:some|no|any)body(?![a-z])/i, use: "user, operator, caller" },
  { word: /whoever/i, use: "user, operator, caller" },
  { word: /\b(?:tend|tending|dut(?:y|ies)|fulfil\w*)\b/i, use: "reconcile, controller, deploy" },
  { word: /sighting/i, use: "observation" },
  {
    word: /\b(?:nodeLine|OpenLine|openLine|seeThrough|unhappyEnd|gaveUp|giveUp|passageTo|Passage|shownBy)\b/,
    use: "the glossary",
  },
  { word: /surroundings/i, use: "context of a process, environment" },
  { word: /\bLook\b/, use: "style of text" },
  { word: /\b(?:least|most)Delay\b/, use: "minDelay, maxDelay" },
  { word: /\btold\b/, use: "reported, printed, message" },
  { word: /\bbeside(?:[A-Z?:]|\b(?=\?:))/, use: "sidecar" },
  { word: /\b(?:tell|say|said|Said|Told)\b/, use: "report, print, format, send" },
  {
    word: /\b(?:Ground|Manner|Oddit(?:y|ies)|Workings|Occupant|Unwritten|Habits|Scene|vouches)\b/,
    use: "the field's own word",
  },
  { word: /\b(?:MOST|FEWEST|LONGEST|SHORTEST|USUAL)(?:_|\b)/, use: "MAX_, MIN_, DEFAULT_" },
];

/** Phrases in comments, messages and pages. */
const phrases: readonly Rejected[] = [
  { word: /\b(?:somebody|nobody|whoever|whomever)\b/i, use: "user, operator, caller; or say what happens" },
  { word: /\bpatien(?:ce|t)\b/i, use: "timeout" },
  { word: /\bunknown strangers?\b|\bstrangers? in\b/i, use: "unknown parameters" },
  { word: /\bgiv(?:e|es|ing) up (?:its|the|their|a) (?:agent|volume)/i, use: "delete the volumes" },
  { word: /\blimits? of time\b/i, use: "timeout" },
  { word: /\bis no (?:flag|command) of\b/i, use: "unknown flag, unknown command" },
  { word: /\bas whom\b/i, use: "logged in as, login" },
  { word: /\bwhat there is, without anybody\b/i, use: "without input" },
  { word: /\b(?:says|tells) where it stands\b/i, use: "tells its state" },
  { word: /\bit and we agree on\b|\bcame about\b/i, use: "the handshake failed, was established" },
  { word: /\btasks? beside\b/i, use: "sidecar task" },
  { word: /\bgoes on by itself\b/i, use: "continues" },
  { word: /\bshows? what there is\b/i, use: "lists what is available" },
  { word: /\bwhat (?:it|they) holds?\b/i, use: "its data" },
  { word: /\bsuch a one\b/i, use: "say which" },
  { word: /\b(?:was|were) (?:promised|fetched of)\b/i, use: "acknowledged, fetched" },
  { word: /\bstops? nothing else\b/i, use: "say what continues" },
  { word: /\bin vain\b/i, use: "without success, without an answer in time" },
  { word: /\bwhole or not at all\b|\ball (?:of it )?or nothing\b/i, use: "atomically, completely or not at all" },
  { word: /\bwhat (?:it|they) (?:was|were) (?:told|asked)\b/i, use: "the request, the argument" },
  { word: /\bwhat (?:goes|went) on\b/i, use: "the work in progress" },
  { word: /\bhow things (?:are|were|stand|stood)\b/i, use: "the state" },
  { word: /\bdo(?:es)? without (?:saying|being asked)\b/i, use: "say who does what" },
  { word: /\blast words\b/i, use: "last output" },
  { word: /\banew\b/i, use: "again" },
  { word: /\bgives? way to\b/i, use: "is cancelled by" },
  { word: /\bhowever many wait\b|\bkeeps? (?:them|it|users?) waiting\b/i, use: "say who waits for what" },
];

const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
const isSource = (file: string) => /^(?:packages\/[^/]+|apps)\/[^/]+\/src\/.*\.tsx?$/.test(file) && !/\.test(?:-d)?\.ts$/.test(file);
const isExport = (file: string) => file.startsWith("docs/reference/api/");
const isPage = (file: string) => file.endsWith(".md") && !isExport(file) && file !== "docs/glossary.md";
const hasComments = (file: string) => /\.tsx?$/.test(file) && file !== "scripts/words.ts";

/** The comment in a line: the whole line, or its end. */
const commentIn = (line: string) => (/^\s*(?:\/\/|\/?\*)/.test(line) ? line : (/\s\/\/ .*$/.exec(line)?.[0] ?? ""));

/** The strings and the text of JSX elements in a line that is not a comment, without interpolated values. */
function messagesIn(line: string): string {
  if (/^\s*(?:\/\/|\/?\*)/.test(line)) return "";
  const texts = line.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|>[^<>{}]+</g) ?? [];
  return texts.map((text) => text.replaceAll(/\$\{[^}]*\}/g, "…")).join("\n");
}

/** A line of a page without its code, because a changeset shows the old names that it renames. */
const wordsIn = (line: string) => line.replaceAll(/`[^`]*`/g, "…");

/** The width of code, which the formatter gives only to code. */
const WIDTH = 140;

/** Refuses wide comments; a long address or a switch of a tool cannot be broken. */
function checkWidth(file: string): void {
  for (const [index, line] of readFileSync(join(root, file), "utf8").split("\n").entries()) {
    if (line.length <= WIDTH || !/^\s*(?:\/\/|\/?\*+)\s/.test(line) || /https?:|biome-ignore|@boundaries-ignore/.test(line)) continue;
    result++;
    console.error(`${file}:${index + 1}: this comment is wider than ${WIDTH} columns`);
  }
}

let result = 0;
function checkName(file: string): void {
  const name = basename(file).replace(/\..*$/, "");
  const { use } = identifiers.find(({ word }) => word.test(name)) ?? {};
  if (use === undefined) return;
  result++;
  console.error(`${file}: its name is not a word of the glossary; use: ${use}`);
}

function check(file: string, rejected: readonly Rejected[], textOf: (line: string) => string = (line) => line): void {
  for (const [index, line] of readFileSync(join(root, file), "utf8").split("\n").entries()) {
    const text = textOf(line);
    for (const { word, use } of rejected) {
      const [match] = word.exec(text) ?? [];
      if (match === undefined) continue;
      result++;
      console.error(`${file}:${index + 1}: "${match}" is not a word of the glossary; use: ${use}`);
    }
  }
}

for (const file of files) {
  if (hasComments(file)) checkName(file);
  if (hasComments(file) && !file.includes("/generated/")) checkWidth(file);
  if (isSource(file)) check(file, phrases, messagesIn);
  else if (isExport(file)) check(file, identifiers);
  else if (isPage(file)) check(file, phrases, file.startsWith(".changeset/") ? wordsIn : undefined);
  if (hasComments(file)) check(file, phrases, commentIn);
}
if (result > 0) process.exitCode = 1;
else console.log("exports, comments, messages and pages use the words of the glossary, and no comment is wider than code");
