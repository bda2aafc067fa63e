import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { openPseudoTerminal, type PseudoTerminal } from "@reeve/testing/pseudo-terminal";
import { type Step, sessionOf } from "./commands.ts";
import type { Block, Page } from "./pages.ts";
import { commandsIn } from "./shell.ts";

/** Timeout in milliseconds for a command, which may wait for a whole rollout on a busy machine. */
const TIMEOUT = 60_000;

/** The size of the terminal, which is that of the smallest usual terminal. */
const COLUMNS = 80;
const ROWS = 24;

/**
 * The home folder that the page shows. The folder of a test has a path of the same length, so that lines break at the same places, because
 * commands fit their sentences to the width of the terminal.
 */
const HOME = "/home/reader";

/** A question of a command, with the answer that the page shows behind it. */
const ANSWERED = /^(?<question>.*(?: to confirm:| \[y\/N\])) (?<answer>\S+)$/;

/** The name of the invisible sequence that the shell writes before each prompt. */
const MARK = "]7701;";

/** Types the sessions of a page into a shell in a terminal. The result has the same blocks, with what the terminal has shown. */
export async function typeTranscript(page: Page, reeve: string, node: string): Promise<readonly Block[]> {
  const home = mkdtempSync("/tmp/r");
  const folder = join(home, "work");
  mkdirSync(folder);
  const environment = {
    PATH: `${commandsIn(home, reeve, node)}${delimiter}${process.env.PATH}`,
    ...{ HOME: home, TERM: "xterm-256color", LANG: "C.UTF-8", TZ: "UTC" },
    PROMPT_COMMAND: `printf '\\033${MARK}%s\\a' $?; PS1='$ '`,
  };
  const shell = ["bash", "--norc", "--noprofile", "-c", `cd '${folder}' && exec bash --norc --noprofile -i`];
  await using terminal = openPseudoTerminal(shell, environment, { columns: COLUMNS, rows: ROWS });
  try {
    await terminal.until(() => statuses(terminal).length === 1 && lastLine(terminal) === "$");
    const blocks: Block[] = [];
    for (const block of page.blocks) {
      const file = /^file=(\S+)$/.exec(block.notes)?.[1];
      if (file !== undefined) writeFileSync(join(folder, file), block.text);
      const steps = block.language === "console" ? sessionOf(block) : [];
      const typed: string[] = [];
      for (const step of steps) typed.push(await typeStep(terminal, step, home));
      blocks.push(steps.length > 0 ? { ...block, text: `${typed.join("\n")}\n` } : block);
    }
    return blocks;
  } finally {
    terminal.type("\x03\rreeve down --purge --yes\r");
    const before = statuses(terminal).length;
    await terminal.until(() => statuses(terminal).length >= before + 2);
    rmSync(home, { recursive: true, force: true });
  }
}

/** Types a command and the answers to its questions, and returns the lines that the page should show for it. */
async function typeStep(terminal: PseudoTerminal, { command, expected = [] }: Step, home: string): Promise<string> {
  const shown = `$ ${command}`;
  if (shown.length >= COLUMNS) throw new Error(`does not fit into a line of the terminal: ${shown}`);
  const before = statuses(terminal).length;
  const earlier = terminal.all().split("\n").length - 1;
  terminal.type(`${command}\r`);
  for (const line of expected) {
    const { question, answer } = ANSWERED.exec(line)?.groups ?? {};
    if (question === undefined) continue;
    await terminal.until(() => lastLine(terminal) === question);
    terminal.type(`${answer}\r`);
  }
  const since = () => terminal.all().split("\n").slice(earlier);
  // The screen is drawn later than the bytes arrive, so it may still show the prompt before the command.
  const isDone = () => since()[0] === shown && since().length > 1 && lastLine(terminal) === "$";
  await terminal.until(() => statuses(terminal).length > before && isDone(), TIMEOUT);
  const lines = since().slice(0, -1);
  const status = statuses(terminal).at(-1);
  return [...lines, ...(status === "0" ? [] : [`(${status})`])].join("\n").replaceAll(home, HOME);
}

function lastLine(terminal: PseudoTerminal): string | undefined {
  return terminal.screen().at(-1)?.trimEnd();
}

/** The exit codes of all commands so far, which the shell writes before each prompt. */
function statuses(terminal: PseudoTerminal): readonly string[] {
  return terminal
    .raw()
    .split(`\x1b${MARK}`)
    .slice(1)
    .map((text) => text.slice(0, text.indexOf("\x07")));
}

/**
 * Replaces what differs from one run to the next: ports, ids, times, durations and sizes, with the gaps between columns around them.
 * Replicas are placed at random, so the numbers in rows of tables differ, too; how many numbers a row has is compared.
 */
export function withoutChance(session: string): string {
  let isTable = false;
  return session
    .replace(BY_WIDTH, "; N partitions: N records are skipped.")
    .split("\n")
    .map((line) => {
      const isHead = HEAD.test(line);
      isTable = (isHead || isTable) && line !== "" && !line.startsWith("$ ");
      const patterns = isTable && !isHead ? [...CHANCES, ...IN_TABLES] : CHANCES;
      const fixed = patterns.reduce((text, [pattern, name]) => text.replace(pattern, name), line);
      return fixed === line && !isTable ? line : fixed.trimStart().replace(/ {2,}/g, "  ");
    })
    .join("\n");
}

/** A sentence that breaks at another place if its numbers have more digits. */
const BY_WIDTH = /;\s+\d+ partitions:\s+[\d,]+\s+records\s+are\s+skipped\./g;

/** The headings of a table. */
const HEAD = /^ *[A-Z]+(?: [A-Z]+)*(?: {2,}[A-Z]+(?: [A-Z]+)*)+$/;

const IN_TABLES: readonly (readonly [RegExp, string])[] = [
  [/(?<=[\s-])[\d,]+(?= |$)/g, "N"],
  [/\bN to N\b/g, "N"],
  [/\bSIZE to SIZE\b/g, "SIZE"],
];

const CHANCES: readonly (readonly [RegExp, string])[] = [
  [/\b127\.0\.0\.1:\d+/g, "127.0.0.1:PORT"],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "ID"],
  [/\b\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, "DAY"],
  [/\b\d\d:\d\d:\d\d\b/g, "TIME"],
  [/\b(?:\d+ min )?\d+ (?:ms|s|min)\b/g, "DURATION"],
  [/\b[\d,]+ records?\b/g, "N records"],
  [/\bcoordinated by broker-\d+/g, "coordinated by broker-N"],
  [/, (?:\d+|all) with another preferred leader/g, ""],
  [/\b\d+(?:\.\d+)? (?:B|KiB|MiB)(?= |$)/g, "SIZE"],
];
