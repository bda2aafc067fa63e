import { type RolloutState, rolloutState, serviceChanges } from "@reeve/client";
import {
  type Command,
  type Context,
  hasFlag,
  outputChoiceOf,
  type ParsedArguments,
  settingsOf,
  urlOf,
  watchResult,
  withTransport,
  writeResult,
} from "@reeve/commands";
import { ReeveError } from "@reeve/contract";
import type { Settings } from "@reeve/profiles";
import { startSpinner } from "@reeve/terminal";
import type { Transport } from "@reeve/transport";
import { installedService } from "../../installed-service.ts";
import { statusResult } from "./lines.ts";
import { type SeenStatus, type ShownPlan, type StatusRow, statusRows } from "./rows.ts";

/** Shows the rollouts of all services. */
export const statusCommand: Command = {
  name: "status",
  summary: "Show the rollouts of all services",
  about:
    "With --check the exit code is 13 if a rollout has failed, and 14 if one is not complete, if a node that should serve does not, or if a file system has no active name node.",
  examples: ["status", "status --watch", "status --wait --timeout 10m", "status --profile prod --json", "status --check"],
  flags: [
    { name: "check", summary: "exit with 13 or 14 unless all rollouts are complete and all nodes serve" },
    { name: "wait", summary: "wait until --check would exit with 0; the exit code after --timeout is 14" },
    { name: "watch", short: "w", summary: "show the status again after each change, until q, Ctrl-C or --timeout" },
  ],
  effect: "read",
  run: showStatus,
};

/**
 * Shows the progress of all instances if the server is the Reeve service, otherwise of the services in the settings. If one service fails,
 * the other services are still shown, and the command ends with the error of the failed service.
 */
async function showStatus(args: ParsedArguments, context: Context): Promise<void> {
  const settings = settingsOf(args, context);
  const unit = settings.url ? undefined : await (await installedService())?.findUnit(context);
  if (unit) context.terminal.notes.write(`note: ${unit.message}; ${unit.advice}\n`);
  urlOf(settings);
  if (hasFlag(args, "watch")) return watchStatus(settings, args, context);
  const seen = await (hasFlag(args, "wait") ? settled : statusRows)(settings, args, context);
  await writeResult(statusResult(seen, context), outputChoiceOf(args), context.terminal);
  const failure = seen.rows.find((row) => "error" in row);
  if (failure) throw failure.error;
  if (hasFlag(args, "check") || hasFlag(args, "wait")) {
    const amiss = amissIn(seen.rows);
    if (amiss) throw amiss;
  }
}

async function watchStatus(settings: Settings, args: ParsedArguments, context: Context): Promise<void> {
  let noted = "";
  const note = (text: string) => {
    if (text !== noted) context.terminal.notes.write(text);
    noted = text;
  };
  const read = async () => statusResult(await statusRows(settings, args, context, note), context);
  const watch = (transport: Transport) => watchResult(read, outputChoiceOf(args), context, serviceChanges(transport, { isAll: true }));
  await withTransport(args, context, watch, { retries: 0 });
}

/** Reads the status again and again, until nothing is pending, or until the timeout. */
async function settled(settings: Settings, args: ParsedArguments, context: Context): Promise<SeenStatus> {
  let seen: SeenStatus | undefined;
  let pending: ReeveError | undefined;
  using spinner = startSpinner(context.terminal.notes.screen(), "status");
  const wait = async (transport: Transport) => {
    const changes = serviceChanges(transport, { isAll: true });
    for (;;) {
      seen = await statusRows(settings, args, context, () => undefined);
      pending = seen.rows.some((row) => "error" in row) ? undefined : amissIn(seen.rows);
      if (pending?.code !== "still-pending") return seen;
      spinner.update(pending.message);
      const within = Math.min(1_000, context.left() ?? 1_000);
      await changes.next({ pause: within, left: within, signal: context.interruption });
      context.signal.throwIfAborted();
    }
  };
  try {
    return await withTransport(args, context, wait, { retries: 0 });
  } catch (thrown) {
    if (context.over.aborted && !context.interruption.aborted && pending) throw pending;
    throw thrown;
  }
}

/** The error for the first service whose plan has failed or is not complete, or that is being removed. */
function amissIn(rows: readonly StatusRow[]): ReeveError | undefined {
  const plans = rows.flatMap((row) => ("rollout" in row ? [row] : []));
  const inState = (...states: readonly RolloutState[]) => plans.find(({ rollout }) => states.includes(rolloutState(rollout)));
  const failed = inState("failed");
  if (failed) return new ReeveError("rollout-failed", `${named(failed)} has failed`);
  const pending = inState("waiting", "running");
  if (pending) return new ReeveError("still-pending", `${named(pending)} is not complete yet`);
  const down = plans.find(({ notServing }) => notServing);
  if (down) return new ReeveError("still-pending", `${down.service} does not serve on ${down.notServing?.join(", ")}`);
  const idle = plans.find(({ serves }) => serves === false);
  if (idle) return new ReeveError("still-pending", `${idle.service}: ${idle.about}`);
  const leaving = rows.find((row) => "removing" in row);
  return leaving && new ReeveError("still-pending", `${leaving.service} is still being removed`);
}

function named({ service, plan }: ShownPlan): string {
  return `the ${plan} plan of ${service}`;
}
