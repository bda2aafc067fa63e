import type { PollOptions } from "@reeve/client";
import { isReeveError, ReeveError } from "@reeve/contract";
import type { Plan } from "@reeve/scheduler-models";
import { jsonLine, localTime, openLiveRegion, planChanges, planTree, type Style, utcTime } from "@reeve/terminal";
import type { ShellState } from "../start/shell.ts";

/** The plan to watch, and the timeouts of the watch. */
export interface WatchedPlan {
  readonly plan: string;
  poll(options: PollOptions): AsyncGenerator<Plan, void, void>;
  saw(plan: Plan): void;
}

/** Milliseconds between two redraws, which update the durations. */
const TICK = 1_000;

/**
 * Returns a watch of a plan. Programs read it with `for await`. If the watch is the result of a typed line, the shell runs the watch to its
 * end.
 */
export function watching(shell: ShellState, watched: WatchedPlan): AsyncIterable<Plan> {
  const iterable: AsyncIterable<Plan> = { [Symbol.asyncIterator]: () => watched.poll({})[Symbol.asyncIterator]() };
  shell.followers.set(iterable, () => shell.inFlight.run((signal) => follow(shell, watched, signal)));
  return iterable;
}

async function follow(shell: ShellState, watched: WatchedPlan, signal: AbortSignal): Promise<Plan | undefined> {
  const { results } = shell.terminal;
  const screen = shell.switches.format === "table" ? results.screen() : undefined;
  const region = openLiveRegion(screen);
  let last: Plan | undefined;
  let outage = "";
  const treeOf = (plan: Plan, style: Style) => planTree(plan, { name: watched.plan, now: Date.now(), times: localTime(), style });
  const draw = () => {
    if (!last || !screen) return;
    const lost = outage === "" ? [] : [screen.style().paint.yellow(outage)];
    region.show([...treeOf(last, screen.style()), ...lost]);
  };
  const ticking = screen ? setInterval(draw, TICK) : undefined;
  try {
    const onOutage: NonNullable<PollOptions["onOutage"]> = ({ state, error }) => {
      outage = state === "down" ? `! the server does not answer: ${error.message}` : "";
      if (!screen && outage !== "") shell.note(outage);
      draw();
    };
    for await (const plan of watched.poll({ signal, onOutage })) {
      if (!screen) report(shell, watched, last, plan);
      last = plan;
      watched.saw(plan);
      draw();
    }
    // On a screen, the result replaces the progress display. Without a screen, each change has already been written, so the result is not
    // shown again.
    region.clear();
    const result = last;
    if (result) shell.drawings.draw(result, screen ? { lines: (style) => treeOf(result, style) } : { lines: () => [], isShown: true });
    shell.changed();
    return result;
  } catch (error) {
    region.keep();
    if (isReeveError(error, "cancelled")) throw new ReeveError("cancelled", `no longer watching the plan ${watched.plan}, which continues`);
    throw error;
  } finally {
    clearInterval(ticking);
  }
}

/** Without a screen, writes a line or a JSON document for each change. */
function report(shell: ShellState, { plan: name }: WatchedPlan, before: Plan | undefined, plan: Plan): void {
  const { results } = shell.terminal;
  const view = { name, now: Date.now(), times: results.isTerminal() ? localTime() : utcTime, style: results.style() };
  const lines = shell.switches.format === "json" ? [jsonLine(plan)] : planChanges(before, plan, view);
  results.write(lines.map((line) => `${shell.secrets.redact(line)}\n`).join(""));
}
