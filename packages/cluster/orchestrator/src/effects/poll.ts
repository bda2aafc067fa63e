import type { Readiness } from "../engine.ts";
import type { NodeRun } from "../machine/machine.ts";
import { reasonOf } from "../messages.ts";
import type { Clock } from "../platform.ts";
import { ANSWER_TIMEOUT, pollInterval } from "../timing.ts";
import type { EffectContext } from "./effects.ts";

/** What becomes of a request: exactly one of these is called. */
interface Outcomes<Answer> {
  answered(answer: Answer): void;
  failed(error: unknown): void;
  /** There is no answer in time. */
  silent(): void;
}

/** Sends a request to the engine or the runtime once. The returned function cancels it, after which no outcome is reported. */
export function askOnce<Answer>(
  clock: Clock,
  put: (signal: AbortSignal) => Promise<Answer>,
  { answered, failed, silent }: Outcomes<Answer>,
): () => void {
  const controller = new AbortController();
  let isOver = false;
  const end = (report: () => void): void => {
    if (isOver) return;
    isOver = true;
    cancelTimer();
    report();
  };
  const cancelTimer = clock.after(ANSWER_TIMEOUT, () => {
    end(silent);
    controller.abort();
  });
  new Promise<Answer>((resolve) => resolve(put(controller.signal))).then(
    (answer) => end(() => answered(answer)),
    (error) => end(() => failed(error)),
  );
  return () => {
    end(() => undefined);
    controller.abort();
  };
}

/** A question to the engine. */
export interface EnginePoll<Answer extends Readiness = Readiness> {
  ask(signal: AbortSignal): Promise<Answer>;
  /** The reason to report while the engine does not answer. */
  readonly silence: string;
  heard(answer: Answer | Extract<Readiness, { readonly ready: false }>): void;
}

/**
 * Asks the engine a question again and again, and reports every answer, until the returned function is called. A failed question counts as
 * the answer "not ready", with the error as the reason.
 */
export function pollReadiness<Answer extends Readiness>(clock: Clock, { ask, silence, heard }: EnginePoll<Answer>): () => void {
  const begun = clock.now();
  let cancel: () => void;
  const report = (answer: Parameters<typeof heard>[0]): void => {
    cancel = clock.after(pollInterval(clock.now() - begun), once);
    heard(answer);
  };
  const no = (reason: string) => report({ ready: false, reason });
  const once = (): void => {
    cancel = askOnce(clock, ask, { answered: report, failed: (error) => no(reasonOf(error)), silent: () => no(silence) });
  };
  once();
  return () => cancel();
}

/** Asks the engine again and again. A permission is ignored if a node has changed meanwhile, because it may be outdated. */
export function pollPermission<Answer extends Readiness>(
  { machine: { state }, clock }: EffectContext,
  { ask, silence, heard }: EnginePoll<Answer>,
): () => void {
  let { epoch } = state;
  return pollReadiness<Answer>(clock, {
    silence,
    ask: (signal) => {
      epoch = state.epoch;
      return ask(signal);
    },
    heard: (answer) => {
      if (!answer.ready || epoch === state.epoch) heard(answer);
    },
  });
}

/**
 * The duration of a round in milliseconds. In each round, the engine is asked once about each node. With more than 100 nodes, a round takes
 * longer, because two questions are at least `MIN_INTERVAL` apart.
 */
const ROUND = 10_000;
const MIN_INTERVAL = 100;

interface Rounds<Answer> {
  isAsked(node: NodeRun): boolean;
  ask(node: NodeRun, signal: AbortSignal): Promise<Answer>;
  /** The answer is undefined if there is none: the node is not asked about, or the engine has failed or does not answer in time. */
  heard(node: NodeRun, answer: Answer | undefined): void;
}

/** Asks the engine about one node after another, again and again, until the returned function is called. */
export function askInRounds<Answer>({ machine: { state }, clock }: EffectContext, { isAsked, ask, heard }: Rounds<Answer>): () => void {
  let turn = 0;
  let cancel: () => void;
  const next = (): void => {
    cancel = clock.after(Math.max(MIN_INTERVAL, ROUND / Math.max(1, state.nodes.size)), once);
  };
  const once = (): void => {
    const nodes = [...state.nodes.values()];
    const node = nodes[turn++ % nodes.length];
    const over = (answer?: Answer): void => {
      next();
      if (node) heard(node, answer);
    };
    if (!node || !isAsked(node)) over();
    else cancel = askOnce(clock, (signal) => ask(node, signal), { answered: over, failed: () => over(), silent: () => over() });
  };
  next();
  return () => cancel();
}
