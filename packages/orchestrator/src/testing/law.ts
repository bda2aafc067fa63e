/** A requirement of every implementation of a boundary. It can be a test of any test runner: `test.each(laws)`. */
export interface Law {
  readonly name: string;
  /** Rejects with what is wrong. */
  holds(): Promise<void>;
}

export function expect(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

/** Milliseconds for an answer: real nodes are started meanwhile, on busy machines. */
const TIMEOUT = 60_000;

/** Rejects where something does not come in time. */
export async function inTime<Value>(what: string, coming: Promise<Value>, milliseconds = TIMEOUT): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come within ${milliseconds / 1000} s`)), milliseconds);
  });
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
}
