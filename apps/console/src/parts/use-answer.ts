import { useEffect, useState } from "preact/hooks";
import { isChanging } from "../actions/action.ts";
import { sentenceOf, session } from "../state/session.ts";

/** The state of a request: no response yet, a value, or the reason why there is none. */
interface AnswerState<Value> {
  readonly value?: Value;
  readonly failure?: string;
  /** Whether the value was read for an earlier view, and has not been read again yet. */
  readonly isOld?: boolean;
}

/** The interval in milliseconds at which views read what no event reports. */
export const EVERY = 5000;

/** The pause between two polls is at least this many times as long as the last request, so that slow requests are polled less often. */
const REST = 10;

/** The pause in milliseconds before a request that is not polled is repeated after a failure. */
const RETRY = 5000;

/** The last answers, so that a view that is opened again shows something at once, also while the service does not answer. */
const lastAnswers = new Map<string, unknown>();
const MAX_ANSWERS = 100;

// The next user of the page must not see them.
session.subscribe((login) => {
  if (!login) lastAnswers.clear();
});

function keep(of: string, value: unknown): void {
  lastAnswers.delete(of);
  lastAnswers.set(of, value);
  const [oldest = ""] = lastAnswers.keys();
  if (lastAnswers.size > MAX_ANSWERS) lastAnswers.delete(oldest);
}

/**
 * Sends a request when `of` changes, and repeats the request every `every` milliseconds while the page is visible and sends no change. The
 * old value is shown until a new one arrives. `of` describes the answer; no other view has the same.
 */
export function useAnswer<Value>(ask: () => Promise<Value>, of: string, every?: number): AnswerState<Value> {
  const [result, setFound] = useState<AnswerState<Value> & { readonly of?: string }>(() =>
    lastAnswers.has(of) ? { value: lastAnswers.get(of) as Value, of, isOld: true } : {},
  );
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const begun = performance.now();
      const next = await ask().then(
        (value) => ({ value, of }),
        (error: unknown) => ({ failure: sentenceOf(error), of }),
      );
      if (!isCurrent) return;
      if ("value" in next) keep(of, next.value);
      setFound((before) => ("failure" in next && before.of === of ? { ...before, ...next } : next));
      // A request that has failed is repeated in any case, because the service may answer again.
      const pause = every ?? ("failure" in next ? RETRY : undefined);
      if (pause !== undefined) again(Math.max(pause, (performance.now() - begun) * REST));
    };
    const again = (after: number) => {
      timer = setTimeout(() => (document.hidden || isChanging.peek() ? again(after) : void read()), after);
    };
    void read();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [of, every]);
  return result;
}
