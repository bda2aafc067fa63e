/**
 * Runs the commands of pages. A block `sh` contains commands that succeed; with `exits=6` its last command ends with that exit code. A
 * block `console` is a session: lines after `$ ` are typed, the lines below are the expected output, and `(6)` below the output is the exit
 * code. `…` matches any text in a line; alone on a line it matches any number of lines. A block `repl` is a session of the shell with its
 * simulated cluster, in which the lines after `demo> ` are typed. The blocks of a page share one shell, in a folder with the files of
 * blocks such as `yaml file=cluster.yaml`; npm runs in the checkout. A block that cannot run here says why: `sh elsewhere: needs a
 * cluster`. A block for real engines is marked `needs=java`, and the long tests run it.
 */

import { root } from "../workspace.ts";
import type { Block, Page } from "./pages.ts";
import { type Outcome, openShell, type Shell } from "./shell.ts";

export interface Report {
  readonly ran: number;
  readonly failures: readonly string[];
  readonly elsewhere: readonly Elsewhere[];
}

/** A command that was not run here. */
export interface Elsewhere {
  readonly place: string;
  readonly command: string;
  readonly why: string;
}

/** Commands that are not run here, each with the reason. */
const elsewhere: readonly { readonly command: RegExp; readonly why: string }[] = [
  {
    command: /^npm (install|i) (--global |-g )?@reeve\//,
    why: "scripts/packages.ts installs packages from their tarballs",
  },
  { command: /^npm uninstall --global @reeve\//, why: "later pages need the installed command" },
  {
    command: /^npm (start|test|run (bench|build|check|coverage|test:long|trial|changeset))\b/,
    why: "the gate runs this command, or the command would run this script again",
  },
];

/** Runs the commands of a page in a new shell. */
export async function runCommands(page: Page): Promise<Report> {
  if (!page.blocks.some(({ language }) => language in stepsOf)) return { ran: 0, failures: [], elsewhere: [] };
  const shell = openShell();
  try {
    return await typePage(page, shell);
  } finally {
    await shell.close();
  }
}

/** Runs the commands of a page in a given shell, in which the commands of earlier pages may have run. */
export async function typePage({ path, blocks }: Page, shell: Shell, { java = false } = {}): Promise<Report> {
  const skipped: Elsewhere[] = [];
  const failures: string[] = [];
  let ran = 0;
  for (const block of blocks) {
    const file = /^file=(\S+)$/.exec(block.notes)?.[1];
    if (file !== undefined) shell.write(file, block.text);
    const place = `${path}:${block.line}`;
    for (const step of stepsOf[block.language]?.(block) ?? []) {
      const why = whyNot(block, step.command, java);
      if (why !== undefined) {
        skipped.push({ place, command: step.command, why });
        continue;
      }
      ran++;
      const outcome = await shell.run(asTyped(step.command));
      failures.push(...judge(step, outcome).map((sentence) => `${place}: ${step.command}: ${sentence}`));
    }
  }
  return { ran, failures, elsewhere: skipped };
}

function whyNot({ notes }: Block, command: string, java: boolean): string | undefined {
  if (/\bneeds=java\b/.test(notes) && !java) return "needs Java, so the long tests run it";
  return /^elsewhere: (.+)$/.exec(notes)?.[1] ?? elsewhere.find((each) => each.command.test(command))?.why;
}

/**
 * Rewrites a command for the shell of the tests: `npx` is left out because the shell has the commands, and commands for the checkout run in
 * the checkout.
 */
function asTyped(command: string): string {
  const known = command.replace(/\bnpx (reeve\b)/g, "$1");
  return /^(npm|pnpm) /.test(known) ? `(cd '${root}' && ${known}\n)` : known;
}

/** A command of a page. */
export interface Step {
  readonly command: string;
  /** The expected output; undefined if the page shows none. */
  readonly expected?: readonly string[];
  /** The expected exit code; undefined if the page shows none. */
  readonly status?: number;
}

function judge({ expected, status }: Step, outcome: Outcome): readonly string[] {
  const output = outcome.output.replace(/[ \t]+$/gm, "").trim();
  if (status !== undefined && outcome.status !== status) return [`exited with ${outcome.status}, not ${status}\n${output}`];
  if (expected === undefined || matches(output, expected)) return [];
  return [`the page shows\n${expected.join("\n")}\nbut the output is\n${output}`];
}

function matches(output: string, expected: readonly string[]): boolean {
  const lines = expected.map((line) => {
    if (line === "…") return "(?:.*\\n)*?";
    return `${line.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll("…", ".*?")}\\n`;
  });
  return new RegExp(`^${lines.join("")}$`).test(output === "" ? "" : `${output}\n`);
}

/**
 * Splits a block into commands, one for each line. A line that is indented, or that follows a backslash, continues the command before it.
 * The last command must end with the exit code of the block.
 */
function scriptOf({ text, notes }: Block): readonly Step[] {
  const commands: string[] = [];
  for (const line of text.trimEnd().split("\n")) {
    if (/^(#|\s*$)/.test(line)) continue;
    if (/^\s/.test(line) || commands.at(-1)?.endsWith("\\")) commands.push(`${commands.pop()}\n${line}`);
    else commands.push(line);
  }
  const last = Number(/\bexits=(\d+)\b/.exec(notes)?.[1] ?? 0);
  return commands.map((command, index) => ({ command, status: index === commands.length - 1 ? last : 0 }));
}

/** Makes one command that reads all typed lines of the block as standard input. Its whole output is compared with the page. */
function shellOf({ text }: Block): readonly Step[] {
  const PROMPT = /^demo> /;
  const lines = text.trimEnd().split("\n");
  const typed = lines.filter((line) => PROMPT.test(line)).map((line) => line.replace(PROMPT, ""));
  const command = ["reeve repl --demo --quiet <<'typed'", ...typed, "typed"].join("\n");
  return [{ command, expected: lines.filter((line) => !PROMPT.test(line)), status: 0 }];
}

/** The commands of a session, with the lines that the page shows below each. */
export function sessionOf({ text }: Pick<Block, "text">): readonly Step[] {
  const steps: { command: string; expected: string[]; status: number }[] = [];
  for (const line of text.trimEnd().split("\n")) {
    const last = steps.at(-1);
    if (line.startsWith("$ ")) steps.push({ command: line.slice(2), expected: [], status: 0 });
    else if (last && /^\(\d+\)$/.test(line)) last.status = Number(line.slice(1, -1));
    else if (last?.expected.length === 0 && last.command.endsWith("\\")) last.command += `\n${line}`;
    else last?.expected.push(line);
  }
  return steps;
}

const stepsOf: Readonly<Record<string, (block: Block) => readonly Step[]>> = {
  sh: scriptOf,
  console: sessionOf,
  repl: shellOf,
};
