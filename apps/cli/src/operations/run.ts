import { type Changes, describeClient, serviceChanges } from "@reeve/client";
import {
  type Context,
  dryRun,
  hasFlag,
  outputChoiceOf,
  type ParsedArguments,
  type Result,
  readInputs,
  watchResult,
  writeResult,
} from "@reeve/commands";
import {
  buildRequest,
  decodeInput,
  extensionOf,
  fillIn,
  type ListedOperation,
  listOperations,
  noteOn,
  noteOnOpen,
  secretFields,
} from "@reeve/contract";
import { draw } from "@reeve/pictures";
import type { Plan } from "@reeve/scheduler-models";
import { agree, localTime, planTree, safe, utcTime } from "@reeve/terminal";
import type { ServiceKind } from "../services/kind.ts";
import { explained, refuseOtherRevisions, withoutExtension, withVerification } from "./explain.ts";
import { type CommandContext, type Session, sessionOf } from "./session.ts";
import { waitFor } from "./wait.ts";

/**
 * Runs the command of an operation: checks the input, asks for confirmation if needed, sends the request, and shows the answer. A command
 * that takes several names does this for each name, and asks only once.
 */
export async function runOperation(kind: ServiceKind, typed: ListedOperation, args: ParsedArguments, context: Context): Promise<void> {
  const extension = extensionOf(kind.api, typed);
  const { each } = typed.operation;
  const inputs = await readInputs((extension ?? typed).operation, each, args, context);
  const isExpressed = inputs.every((input) => decodeInput(typed.operation.input, input).ok);
  const listed = extension && !isExpressed ? extension : typed;
  await using session = await sessionOf(kind, args, context);
  let done = 0;
  let isBegun = false;
  try {
    const commands = inputs.map((input) => contextOf(session, input, context));
    await begin(listed, session, commands, args, context);
    isBegun = true;
    for (const command of commands) {
      const read = () => resultOf(listed, command, args, context);
      if (isWatched(args)) await watchResult(read, outputChoiceOf(args), context, changesOf(session, listed));
      else await writeResult(await read(), outputChoiceOf(args), context.terminal);
      done++;
    }
  } catch (thrown) {
    const rest = each === undefined ? [] : inputs.slice(done + 1).map((input) => String(input[each]));
    if (isBegun && rest.length > 0) context.terminal.notes.write(`not tried: ${rest.map(safe).join(" ")}\n`);
    const why = await explained(thrown, session, listed, inputs[done] ?? {});
    throw withVerification(listed === typed ? why : withoutExtension(why, typed), kind, args);
  }
}

/** Refuses what the server's revision lacks, and asks for confirmation. */
async function begin(
  listed: ListedOperation,
  session: Session,
  commands: readonly CommandContext[],
  args: ParsedArguments,
  context: Context,
): Promise<void> {
  const { wait, effect } = listed.operation;
  if ((wait && hasFlag(args, "wait")) || effect === "destroy") await refuseOtherRevisions(session, listed);
  if (!hasFlag(args, "dry-run")) await confirmDestroy(listed, commands, args, context);
}

/** Tells whether the list is watched. A dry run watches nothing: it only shows the request. */
function isWatched(args: ParsedArguments): boolean {
  return hasFlag(args, "watch") && !hasFlag(args, "dry-run");
}

/** The events after which a watched list is read again; undefined if the list must be polled. */
function changesOf({ client, service }: Session, { operation }: ListedOperation): Changes | undefined {
  if (!operation.list?.hasEvents) return undefined;
  return serviceChanges(describeClient(client).transport, { service, isAll: true });
}

async function resultOf(listed: ListedOperation, command: CommandContext, args: ParsedArguments, context: Context): Promise<Result> {
  const { session, input } = command;
  const { output, wait, list, shows, resultName } = listed.operation;
  const waits = wait && hasFlag(args, "wait");
  if (hasFlag(args, "dry-run")) {
    // If another operation shows the effects in advance, its answer is shown instead of the request.
    const preview = listOperations(session.kind.api).find(({ name }) => name === listed.operation.previewedBy);
    if (!preview) return requestOf(listed, command);
    const flags = new Map([...args.flags].filter(([name]) => name !== "dry-run"));
    return resultOf(preview, command, { ...args, flags }, context);
  }
  if (waits) return waitFor(listed, wait, command, args, context);
  const answer = await session.call(listed.name, input);
  const open = noteOnOpen(output, answer);
  const value = open === undefined ? answer.read() : answer.body;
  const note = open ?? noteOn(output, answer) ?? (await placeNote(listed, command));
  if (note !== undefined) context.terminal.notes.write(`note: ${note}\n`);
  if (open !== undefined) {
    const lines = () => draw({}, listed.name, value, command);
    return { body: answer.body, text: answer.text, named: value, lines, wide: lines };
  }
  return {
    body: answer.body,
    text: answer.text,
    named: resultName === undefined ? value : [String(input[resultName])],
    lines: () => linesOf(value, listed, command, args, context),
    wide: async () => {
      if (shows === "plan") return planTree(value as Plan, { ...command, name: String(input.plan ?? "deploy") }, Number.POSITIVE_INFINITY);
      const of = list?.of ?? shows;
      const table = of === undefined ? undefined : session.parts.wideTables?.[of];
      return (await table?.(value as never, command)) ?? linesOf(value, listed, inFull(command), args, context);
    },
  };
}

/** The request of an operation, instead of its answer. */
async function requestOf({ operation }: ListedOperation, { session, input }: CommandContext): Promise<Result> {
  const { service, url, settings } = session;
  const request = buildRequest(operation, { revision: await session.revision(), service, input });
  const secrets = secretFields(operation);
  return dryRun(request, { url, hasLogin: settings.login !== undefined, isSecret: (name) => secrets.has(name) });
}

/** Says where the result is stored, for operations whose result has a place. */
async function placeNote({ operation, noun }: ListedOperation, command: CommandContext): Promise<string | undefined> {
  const place = operation.hasPlace ? await command.session.parts.placeOf?.(command) : undefined;
  return place && `the ${noun} is stored in ${place}`;
}

/** Returns the command with unlimited output width, so that nothing is truncated. */
function inFull(command: CommandContext): CommandContext {
  return { ...command, style: { ...command.style, width: Number.POSITIVE_INFINITY } };
}

/** A document that is redirected to a file is written byte for byte; every other answer is rendered. */
function linesOf(
  value: unknown,
  { operation, name }: ListedOperation,
  command: CommandContext,
  args: ParsedArguments,
  { terminal }: Context,
): readonly string[] {
  const isDocument = typeof value === "string" && operation.output.media === "text/xml";
  if (isDocument && !terminal.results.isTerminal()) return [value.replace(/\n$/, "")];
  const lines = draw(command.session.parts.pictures, name, value, command);
  const isEmpty = Array.isArray(value) && value.length === 0;
  if (!isEmpty || (isWatched(args) && terminal.results.screen())) return lines;
  // The sentence about an empty list is written to stderr, because programs expect only names on stdout.
  if (!isWatched(args)) terminal.notes.write(`${lines.join("\n")}\n`);
  return [];
}

/** The rendering context of a command. Times are local on a terminal, and UTC elsewhere. */
export function contextOf(session: Session, input: Readonly<Record<string, unknown>>, context: Context): CommandContext {
  const { results } = context.terminal;
  return {
    style: results.style(),
    times: results.isTerminal() ? localTime() : utcTime,
    now: context.now(),
    head: (words) => words.toUpperCase(),
    input,
    session,
  };
}

/** Asks for confirmation before a permanent deletion. The user must type the name of what is deleted; several names with spaces. */
async function confirmDestroy(
  { operation, verb }: ListedOperation,
  commands: readonly CommandContext[],
  args: ParsedArguments,
  { terminal, signal }: Context,
): Promise<void> {
  const [first] = commands;
  if (!first || operation.effect !== "destroy" || hasFlag(args, "yes")) return;
  const { service, url, parts } = first.session;
  const { act, name = service, detail: kind } = operation.confirmation ?? { act: `"${verb}"` };
  const talk = terminal.conversation(signal);
  const detail = (kind && parts.details?.[kind]) || undefined;
  const details = talk && detail ? await Promise.all(commands.map(detail)) : [];
  const consequences = commands.map(({ input }) => fillIn(operation.consequence ?? `${operation.summary}.`, input));
  const where = [`Service ${service} at ${url}`, ...details].join("; ");
  const names = [...new Set(commands.map(({ input }) => fillIn(name, input)))];
  await agree(talk, { act, consequence: [...consequences, `${where}.`], name: names.join(" ") }, terminal.notes.style());
}
