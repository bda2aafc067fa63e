import type { Look, WireBody } from "@reeve/terminal";

/** How a value is shown, beside what it is. */
export interface Drawing {
  lines(look: Look): readonly string[];
  /** What the server sent, where a server sent it. */
  readonly wire?: WireBody;
  /** It has been shown already, piece by piece. */
  readonly told?: true;
}

/** The drawings of values: the value stays data, the drawing is only its picture. */
export interface Drawings {
  of(value: unknown): Drawing | undefined;
  draw(value: object, drawing: Drawing): void;
  /** For what a promise gives; text and numbers are drawn once, as the result that they are. */
  promised(promise: Promise<unknown>, drawing: (value: unknown) => Drawing | undefined): void;
  /** Told of a result before it is shown. */
  arrived(promise: unknown, value: unknown): void;
}

export function createDrawings(): Drawings {
  const ofObjects = new WeakMap<object, Drawing>();
  const ofPromises = new WeakMap<object, (value: unknown) => Drawing | undefined>();
  let once: { readonly value: unknown; readonly drawing: Drawing } | undefined;
  return {
    of: (value) => {
      if (isObject(value)) return ofObjects.get(value);
      const drawing = once !== undefined && once.value === value ? once.drawing : undefined;
      once = undefined;
      return drawing;
    },
    draw: (value, drawing) => void ofObjects.set(value, drawing),
    promised: (promise, drawing) => {
      ofPromises.set(promise, drawing);
      promise.then(
        (value) => {
          const drawn = isObject(value) ? drawing(value) : undefined;
          if (isObject(value) && drawn) ofObjects.set(value, drawn);
        },
        () => undefined,
      );
    },
    arrived: (promise, value) => {
      const drawing = isObject(promise) ? ofPromises.get(promise) : undefined;
      const drawn = isObject(value) ? undefined : drawing?.(value);
      if (drawn) once = { value, drawing: drawn };
    },
  };
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
