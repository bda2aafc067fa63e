import type { Style, WireBody } from "@reeve/terminal";

/** How to show a value. */
export interface Drawing {
  lines(style: Style): readonly string[];
  /** The server's answer from which the value was read. */
  readonly wire?: WireBody;
  /** Whether the value has already been shown. */
  readonly isShown?: true;
}

/** How to show values that look the same in every shell, such as help. */
const always = new WeakMap<object, Drawing>();

/** Sets how to show a value, and returns the value. */
export function drawnAs<Value extends object>(value: Value, lines: Drawing["lines"]): Value {
  always.set(value, { lines });
  return value;
}

/** The lines of a value for which `drawnAs` was called. */
export function linesOf(value: object, style: Style): readonly string[] {
  return always.get(value)?.lines(style) ?? [];
}

/** Remembers how to show values, so that the values themselves stay plain data. */
export type Drawings = ReturnType<typeof createDrawings>;

export function createDrawings() {
  const ofObjects = new WeakMap<object, Drawing>();
  const ofPromises = new WeakMap<object, (value: unknown) => Drawing | undefined>();
  let once: { readonly value: unknown; readonly drawing: Drawing } | undefined;
  return {
    of: (value: unknown): Drawing | undefined => {
      if (isObject(value)) return ofObjects.get(value) ?? always.get(value);
      const drawing = once !== undefined && once.value === value ? once.drawing : undefined;
      once = undefined;
      return drawing;
    },
    draw: (value: object, drawing: Drawing) => void ofObjects.set(value, drawing),
    /**
     * Sets how to show the value of a promise. For text and numbers, this setting applies only to the next value that is shown, because
     * equal values cannot be told apart.
     */
    promised: (promise: Promise<unknown>, drawing: (value: unknown) => Drawing | undefined): void => {
      ofPromises.set(promise, drawing);
      promise.then(
        (value) => {
          const drawn = isObject(value) ? drawing(value) : undefined;
          if (isObject(value) && drawn) ofObjects.set(value, drawn);
        },
        () => undefined,
      );
    },
    /** Called with the value of a promise before the value is shown. */
    arrived: (promise: unknown, value: unknown): void => {
      const drawing = isObject(promise) ? ofPromises.get(promise) : undefined;
      const drawn = isObject(value) ? undefined : drawing?.(value);
      if (drawn) once = { value, drawing: drawn };
    },
  };
}

/** Whether a value is an object or a function, which can be told apart from equal ones. */
export function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
