import type { Readiness } from "../engine.ts";
import { reasonOf } from "../messages.ts";
import type { Clock } from "../platform.ts";
import { ANSWER_TIMEOUT, pollInterval } from "../timing.ts";

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
export function pollReadiness<Answer extends Readiness>(
  clock: Clock,
  { ask, silence, heard }: EnginePoll<Answer>,
): () => void {
  let over = false;
  let cancel: () => void = () => undefined;
  const begun = clock.now();
  const once = (): void => {
    let answered = false;
    const controller = new AbortController();
    const settle = (answer: Parameters<typeof heard>[0]): void => {
      if (over || answered) return;
      answered = true;
      cancelTimer();
      cancel = clock.after(pollInterval(clock.now() - begun), once);
      heard(answer);
    };
    const cancelTimer = clock.after(ANSWER_TIMEOUT, () => {
      settle({ ready: false, reason: silence });
      controller.abort();
    });
    cancel = () => {
      cancelTimer();
      controller.abort();
    };
    new Promise<Answer>((resolve) => resolve(ask(controller.signal))).then(settle, (error) =>
      settle({ ready: false, reason: reasonOf(error) }),
    );
  };
  once();
  return () => {
    over = true;
    cancel();
  };
}
