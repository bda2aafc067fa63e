import type { Clock } from "../clock.ts";
import type { Readiness } from "../engine.ts";
import { reasonOf } from "../reason.ts";
import { NO_ANSWER, pollInterval } from "../timing.ts";

/** Asks again and again, and tells every answer, until the function that it gives is called. A question that fails is a "not yet" with its reason. */
export function poll(clock: Clock, ask: () => Promise<Readiness>, heard: (answer: Readiness) => void): () => void {
  let over = false;
  let cancelTimer: () => void = () => undefined;
  const once = (asked: number): void => {
    let answered = false;
    const settle = (answer: Readiness): void => {
      if (over || answered) return;
      answered = true;
      cancelTimer();
      cancelTimer = clock.after(pollInterval(asked), () => once(asked + 1));
      heard(answer);
    };
    cancelTimer = clock.after(NO_ANSWER, () =>
      settle({ ready: false, reason: "gives no answer to whether it is ready" }),
    );
    new Promise<Readiness>((resolve) => resolve(ask())).then(settle, (error) =>
      settle({ ready: false, reason: reasonOf(error) }),
    );
  };
  once(0);
  return () => {
    over = true;
    cancelTimer();
  };
}
