import { useEffect, useState } from "preact/hooks";
import { sentenceOf } from "../state/session.ts";

/** The state of a request: no response yet, a value, or the reason why there is none. */
interface AnswerState<Value> {
  readonly value?: Value;
  readonly failure?: string;
}

/** The pause between two polls is at least this many times as long as the last request, so that slow requests are polled less often. */
const REST = 10;

/**
 * Sends a request when `of` changes, and repeats the request every `every` milliseconds while the page is visible. The old value is shown
 * until a new one arrives.
 */
export function useAnswer<Value>(ask: () => Promise<Value>, of: string, every?: number): AnswerState<Value> {
  const [result, setFound] = useState<AnswerState<Value> & { readonly of?: string }>({});
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
      setFound((before) => ("failure" in next && before.of === of ? { ...before, ...next } : next));
      if (every !== undefined) again(Math.max(every, (performance.now() - begun) * REST));
    };
    const again = (after: number) => {
      timer = setTimeout(() => (document.hidden ? again(after) : void read()), after);
    };
    void read();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [of, every]);
  return result;
}
