import type { Readiness } from "../engine.ts";
import { reasonOf } from "../messages.ts";
import type { Clock } from "../platform.ts";
import { ANSWER_TIMEOUT, pollInterval } from "../timing.ts";

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
    cancel = askOnce(clock, ask, {
      answered: report,
      failed: (error) => no(reasonOf(error)),
      silent: () => no(silence),
    });
  };
  once();
  return () => cancel();
}
