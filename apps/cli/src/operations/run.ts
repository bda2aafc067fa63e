import type { Listed } from "@reeve/contract";
import { localTime, utcTime } from "@reeve/terminal";
import type { Context } from "../model/context.ts";
import { type Given, hasFlag } from "../model/given.ts";
import { type Result, writeResult } from "../output/result.ts";
import type { Kind } from "../services/kind.ts";
import { sessionOf } from "../session/open.ts";
import type { Session } from "../session/session.ts";
import { askToAgree } from "./agreement.ts";
import { dryRun } from "./dry-run.ts";
import { explained } from "./explain.ts";
import type { Field } from "./field.ts";
import { readInput } from "./input.ts";
import { linesOfAnswer } from "./lines.ts";
import type { Show, View } from "./show.ts";
import { waitFor } from "./wait.ts";

/** Runs the command of an operation: checks what was typed, asks where it must, sends, and shows the answer. */
export async function runOperation(
  kind: Kind,
  listed: Listed,
  fields: readonly Field[],
  show: Show,
  given: Given,
  context: Context,
): Promise<void> {
  const input = await readInput(listed.operation, fields, given, context);
  const session = await sessionOf(kind, given, context);
  try {
    const result = await resultOf(listed, show, viewOf(session, input, context), given, context);
    await writeResult(result, given, context.terminal);
  } catch (thrown) {
    throw await explained(thrown, session, listed, fields, input);
  } finally {
    await session.close();
  }
}

async function resultOf(listed: Listed, show: Show, view: View, given: Given, context: Context): Promise<Result> {
  const { session, input } = view;
  if (hasFlag(given, "dry-run")) return dryRun(listed, session, input);
  await askToAgree(listed, show, view, given, context);
  if (show.wait && hasFlag(given, "wait")) return waitFor(show.wait, view, given, context);
  const answer = await session.call(listed.name, input);
  const value = answer.read();
  return {
    body: answer.body,
    text: answer.text,
    named: value,
    lines: () => linesOfAnswer(value, listed, show, view, context.terminal),
    ...(show.wide && { wide: () => show.wide?.(value as never, view) ?? [] }),
  };
}

/** What pictures are drawn with. Times are local on a terminal, and UTC elsewhere. */
export function viewOf(session: Session, input: Readonly<Record<string, unknown>>, context: Context): View {
  const { results } = context.terminal;
  return {
    look: results.look(),
    times: results.isTerminal() ? localTime() : utcTime,
    now: context.now(),
    input,
    session,
    signal: context.signal,
  };
}
