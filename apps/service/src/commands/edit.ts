import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Context, hasFlag, type ParsedArguments, printOutcome, withTransport, wordOf } from "@reeve/commands";
import { isReeveError, ReeveError } from "@reeve/contract";
import type { DeploymentAnswer } from "@reeve/scheduler-models";
import { isYes, requireConversation } from "@reeve/terminal";
import { readDefinition } from "../definition/read-definition.ts";
import type { DefinitionInput } from "../index.ts";
import { definitionLines } from "./definition.ts";
import { deployAndShow } from "./deploy.ts";
import { deploymentLines } from "./deployment-lines.ts";
import { changesAnything, instanceIn, runningDefinition, sendDefinition } from "./send-definition.ts";

interface Checked {
  readonly definition: DefinitionInput;
  readonly deployment: DeploymentAnswer;
}

/** Opens the running definition in an editor until it can be deployed, shows the plan, and deploys it after confirmation. */
export async function editCommand(given: ParsedArguments, context: Context): Promise<void> {
  const { terminal, signal } = context;
  const only = wordOf(given, "instance");
  const talk = requireConversation(
    terminal.conversation(signal),
    "an editor needs a terminal",
    "Use reeve definition show and reeve deploy.",
  );
  await withTransport(given, context, async (transport, options) => {
    const running = await runningDefinition(transport, options);
    const shown = only === undefined ? running : { services: { [only]: instanceIn(running, only) } };
    const input = { ...(hasFlag(given, "remove") && { remove: true }), ...(only !== undefined && { only }) };
    const check = async (text: string): Promise<Checked> => {
      const definition = await readDefinition(text, FILE, context.processContext.cwd);
      return { definition, deployment: await sendDefinition(transport, definition, { ...input, dryRun: true }, options) };
    };
    const file = join(mkdtempSync(join(tmpdir(), "reeve-")), FILE);
    const checked = await editUntilValid(file, `${definitionLines(shown).join("\n")}\n`, check, context);
    if (!checked || !changesAnything(checked.deployment)) {
      rmSync(dirname(file), { recursive: true, force: true });
      return printOutcome(context, given, [], "Nothing was changed.");
    }
    talk.print(deploymentLines(checked.deployment, terminal.notes.style()));
    if (!hasFlag(given, "yes") && !(await isYes(talk, "Deploy this?")))
      throw new ReeveError("cancelled", `not confirmed: nothing was deployed. Your definition is kept in ${file}`);
    await deployAndShow(transport, checked.definition, input, { given, context, options });
    rmSync(dirname(file), { recursive: true, force: true });
  });
}

const FILE = "definition.yaml";

/** Returns undefined if the user leaves the text as it was, or saves an empty one. */
async function editUntilValid(
  file: string,
  original: string,
  check: (text: string) => Promise<Checked>,
  context: Context,
): Promise<Checked | undefined> {
  let text = original;
  let problem: string | undefined;
  for (;;) {
    writeFileSync(file, `${problem === undefined ? "" : commentOf(problem)}${text}`);
    await openEditor(file, context);
    const saved = withoutComment(readFileSync(file, "utf8"));
    if (saved === original || withoutComments(saved) === "") return undefined;
    if (problem !== undefined && saved === text)
      throw new ReeveError("bad-input", `nothing was deployed: ${problem}\nYour definition is kept in ${file}`);
    text = saved;
    const outcome = await checked(text, check);
    if (typeof outcome !== "string") return outcome;
    problem = outcome;
  }
}

/** Checks a text. Returns the error, with the lines that the text has when it stands below the comment with this error. */
async function checked(text: string, check: (text: string) => Promise<Checked>): Promise<Checked | string> {
  const first = await refusalOf(text, check);
  if (typeof first !== "string") return first;
  const lines = commentOf(first).split("\n").length - 1;
  return refusalOf("\n".repeat(lines) + text, check);
}

async function refusalOf(text: string, check: (text: string) => Promise<Checked>): Promise<Checked | string> {
  try {
    return await check(text);
  } catch (thrown) {
    if (isReeveError(thrown) && /^(?:bad-input|conflict|forbidden)$/.test(thrown.code)) return thrown.message;
    throw thrown;
  }
}

const MARK = "#! ";

function commentOf(problem: string): string {
  const lines = [...problem.trimEnd().split("\n"), "To give up, leave this file as it is."];
  return lines.map((line) => `${MARK}${line}\n`).join("");
}

function withoutComment(text: string): string {
  return text
    .split("\n")
    .filter((line) => !line.startsWith(MARK))
    .join("\n");
}

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*#.*$/gm, "").trim();
}

/** Opens a file in the user's editor, as git does: the variables may contain arguments. */
async function openEditor(file: string, { processContext: { env } }: Context): Promise<void> {
  const editor = env.VISUAL || env.EDITOR || "vi";
  const child = spawn("sh", ["-c", `${editor} "$@"`, editor, file], { stdio: "inherit" });
  const [code] = await once(child, "exit");
  if (code !== 0)
    throw new ReeveError(
      "cancelled",
      `the editor (${editor}) ended with ${code}, so nothing was deployed. Set VISUAL or EDITOR to another editor`,
    );
}
