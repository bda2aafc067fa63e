/**
 * Refuses words that the glossary (docs/glossary.md) replaces by others: identifiers in what packages export, and phrases in messages and
 * pages. Words that also have a plain meaning, such as "line" or "left", cannot be told apart here and are not on the lists.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./workspace.ts";

interface Rejected {
  readonly word: RegExp;
  readonly use: string;
}

/** Parts of exported names, in any case: `nodePatience` holds one. */
const identifiers: readonly Rejected[] = [
  { word: /patien(?:ce|t)/i, use: "timeout" },
  { word: /strangers?(?![a-z])/i, use: "unknownParameters" },
  { word: /(?:some|no|any)body(?![a-z])/i, use: "user, operator, caller" },
  { word: /whoever/i, use: "user, operator, caller" },
  { word: /\b(?:tend|tending|dut(?:y|ies)|fulfil\w*)\b/i, use: "reconcile, controller, deploy" },
  { word: /sighting/i, use: "observation" },
  {
    word: /\b(?:nodeLine|OpenLine|openLine|seeThrough|unhappyEnd|gaveUp|passageTo|Passage|shownBy)\b/,
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

/** Phrases in messages and pages. */
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
];

const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
const isSource = (file: string) =>
  /^(?:packages|apps)\/[^/]+\/src\/.*\.ts$/.test(file) && !/\.test(?:-d)?\.ts$/.test(file);
const isExport = (file: string) => file.startsWith("docs/reference/api/");
const isPage = (file: string) =>
  file.endsWith(".md") && !isExport(file) && !/^\.changeset\/|CHANGELOG\.md$|^docs\/glossary\.md$/.test(file);

/** Strings without what is put into them, on lines that are not comments. */
function messagesIn(line: string): string {
  if (/^\s*(?:\/\/|\/?\*)/.test(line)) return "";
  const strings = line.match(/"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
  return strings.map((text) => text.replaceAll(/\$\{[^}]*\}/g, "…")).join("\n");
}

let found = 0;
function check(file: string, rejected: readonly Rejected[], textOf: (line: string) => string = (line) => line): void {
  for (const [index, line] of readFileSync(join(root, file), "utf8").split("\n").entries()) {
    const text = textOf(line);
    for (const { word, use } of rejected) {
      const [match] = word.exec(text) ?? [];
      if (match === undefined) continue;
      found++;
      console.error(`${file}:${index + 1}: "${match}" is not a word of the glossary; use: ${use}`);
    }
  }
}

for (const file of files) {
  if (isSource(file)) check(file, phrases, messagesIn);
  else if (isExport(file)) check(file, identifiers);
  else if (isPage(file)) check(file, phrases);
}
if (found > 0) process.exitCode = 1;
else console.log("exports, messages and pages use the words of the glossary");
