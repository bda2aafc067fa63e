import { type Command, type Context, outputChoiceOf, type ParsedArguments, settingsOf, withoutHint, writeResult } from "@reeve/commands";
import { isReeveError, ReeveError } from "@reeve/contract";
import { describeSettings, type Settings } from "@reeve/profiles";
import { type Style, shown, symbols } from "@reeve/terminal";
import { installedService } from "../../installed-service.ts";
import { type CheckFinding, checkNodes, checkReach, checkServices } from "./checks.ts";

/** Checks settings, connection, login and services. */
export const doctorCommand: Command = {
  name: "doctor",
  summary: "Find problems: check settings, connection, trust, token, services and their revisions",
  about: "Only read requests are sent. If a check fails, the exit code is that of the first failure.",
  examples: ["doctor", "doctor --profile staging"],
  effect: "read",
  run: examine,
};

/** Runs the checks in order, skips checks that cannot succeed after an earlier failure, and prints advice. */
async function examine(args: ParsedArguments, context: Context): Promise<void> {
  const findings = await findingsOf(args, context);
  const style = context.terminal.results.style();
  const body = findings.map(({ error, ...rest }) => ({ ...rest, ...(error && { code: error.code }) }));
  const column = Math.max(...findings.map(({ check }) => check.length));
  const lines = () => briefly(findings).flatMap((finding) => linesOf(finding, column, style));
  await writeResult({ body, lines }, outputChoiceOf(args), context.terminal);
  const first = findings.find(({ error }) => error)?.error;
  // The error's default hint is left out, because each finding has already been printed with its own advice.
  if (first) throw withoutHint(first);
}

async function findingsOf(args: ParsedArguments, context: Context): Promise<readonly CheckFinding[]> {
  let settings: Settings;
  try {
    settings = settingsOf(args, context);
  } catch (thrown) {
    if (!isReeveError(thrown)) throw thrown;
    return [{ check: "settings", state: "bad", message: thrown.message, error: thrown }];
  }
  const unit = await (await installedService())?.findUnit(context);
  const set = [...examineSettings(settings), ...(unit ? [unit] : [])];
  if (!settings.url) return set;
  const reach = await checkReach(settings, args, context);
  const isThere = reach.every(({ state }) => state !== "bad");
  const services = await checkServices(settings, isThere, args, context);
  // Only a service that Reeve runs tells of its nodes; another server knows nothing of this path.
  const nodes = isThere ? await checkNodes(args, context).catch(unlessRefused) : [];
  return [...set, ...reach, ...services, ...nodes];
}

function unlessRefused(thrown: unknown): readonly CheckFinding[] {
  if (isReeveError(thrown)) return [];
  throw thrown;
}

/** Replaces the message of a failure with "same as above" if an earlier failure has the same message. */
function briefly(findings: readonly CheckFinding[]): readonly CheckFinding[] {
  const failures = findings.filter(({ state }) => state === "bad");
  const isFirst = (finding: CheckFinding) => failures.find(({ message }) => message === finding.message) === finding;
  return findings.map((finding) => (finding.state !== "bad" || isFirst(finding) ? finding : { ...finding, message: "same as above" }));
}

function linesOf({ check, state, message, advice }: CheckFinding, column: number, style: Style): readonly string[] {
  const { done, failed } = symbols(style.unicode);
  const signs = { good: style.paint.green(done), bad: style.paint.red(failed), unknown: style.unicode ? "–" : "-", info: " " };
  const head = `${check.padEnd(column)} ${signs[state]} ${shown(message, style)}`;
  return advice === undefined ? [head] : [head, `${" ".repeat(column + 3)}${shown(advice, style)}`];
}

/** Reports each setting with its source, and which settings are missing. */
function examineSettings(settings: Settings): readonly CheckFinding[] {
  const described = describeSettings(settings).map(
    ({ name, value, origin }): CheckFinding => ({ check: name, state: "info", message: `${value} (${origin})` }),
  );
  const notes = settings.notes.map((note): CheckFinding => ({ check: "note", state: "unknown", message: note }));
  if (settings.url) return [...described, ...notes];
  const error = new ReeveError("bad-input", "no cluster is set");
  const advice = "give --url, set REEVE_URL, store it with reeve profiles add; or start a service on this machine with reeve up";
  return [...described, ...notes, { check: "url", state: "bad", message: error.message, advice, error }];
}
