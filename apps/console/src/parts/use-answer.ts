import { useEffect, useState } from "preact/hooks";
import { sentenceOf } from "../state/session.ts";

/** What was asked for: nothing yet, a value, or why there is none. */
export interface Asked<Value> {
  readonly value?: Value;
  readonly failure?: string;
}

/** Asks, again whenever `of` changes, and every so many milliseconds. An older value stays until a newer one comes. */
export function useAnswer<Value>(ask: () => Promise<Value>, of: string, every?: number): Asked<Value> {
  const [found, setFound] = useState<Asked<Value> & { readonly of?: string }>({});
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const next = await ask().then(
        (value) => ({ value, of }),
        (error: unknown) => ({ failure: sentenceOf(error), of }),
      );
      if (!isCurrent) return;
      setFound((before) => ("failure" in next && before.of === of ? { ...before, ...next } : next));
      if (every !== undefined) timer = setTimeout(() => void look(), every);
    };
    void look();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [of, every]);
  return found;
}
