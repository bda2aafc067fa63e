/**
 * Strict checks of answers, written for the tables of assertions and independent of the contract: a check knows nothing of the schemas, the
 * clients and the leniency that they share. Every field is an assertion of its own, and so is "there are no other fields".
 */

/** Receives each assertion: where in the answer, what must hold, and whether it does. With a ruling, it is allowed not to hold. */
export type Note = (at: string, says: string, holds: boolean, deviation?: Deviation) => void;

/** Why an assertion does not hold: what was seen instead, or the ruling that allows it. */
export interface Deviation {
  readonly seen?: unknown;
  readonly ruling?: string;
}

export type Shape = (value: unknown, at: string, note: Note) => void;

const of =
  (says: string, fits: (value: unknown) => boolean): Shape =>
  (value, at, note) =>
    note(at, says, fits(value), { seen: value });

export const text = (pattern?: RegExp): Shape =>
  pattern
    ? of(`is text like ${pattern.source}`, (value) => typeof value === "string" && pattern.test(value))
    : of("is text", (value) => typeof value === "string");
export const integer: Shape = of("is an integer", Number.isInteger);
export const number: Shape = of("is a number", (value) => typeof value === "number" && Number.isFinite(value));
export const flag: Shape = of("is a boolean", (value) => typeof value === "boolean");
export const anything: Shape = of("is present", (value) => value !== undefined);
export const nothing: Shape = of("is null", (value) => value === null);
export const object: Shape = of("is an object", isRecord);
export const exactly = (...values: readonly unknown[]): Shape =>
  of(`is ${values.map((value) => JSON.stringify(value)).join(" or ")}`, (value) => values.includes(value));

export const UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
export const uuid: Shape = text(new RegExp(`^${UUID}$`));
export const address: Shape = text(/^[\w.[\]:-]+:\d{1,5}$/);

/** Null, or the shape. Null is an assertion, too: the field is present. */
export const nullable =
  (shape: Shape): Shape =>
  (value, at, note) =>
    value === null ? note(at, "is present", true) : shape(value, at, note);

/** A value that a ruling lets deviate: it has another shape than the document says. */
export const ruled =
  (ruling: string, shape: Shape): Shape =>
  (value, at, note) =>
    shape(value, at, (place, says, holds, deviation) => note(place, says, holds, { ...deviation, ruling }));

export const list =
  (shape: Shape, length?: number): Shape =>
  (value, at, note) => {
    note(at, "is an array", Array.isArray(value), { seen: value });
    if (!Array.isArray(value)) return;
    if (length !== undefined) note(at, `has ${length} elements`, value.length === length, { seen: value.length });
    for (const element of value) shape(element, `${at}[]`, note);
  };

/** An object with exactly these fields. A further field deviates, unless a ruling allows this field. */
export const record =
  (fields: Readonly<Record<string, Shape>>, further: Readonly<Record<string, string>> = {}): Shape =>
  (value, at, note) => {
    note(at, "is an object", isRecord(value), { seen: value });
    if (!isRecord(value)) return;
    for (const [name, shape] of Object.entries(fields)) {
      const place = `${at}.${name}`;
      if (!Object.hasOwn(value, name)) note(place, "is present", false, { seen: Object.keys(value) });
      else shape(value[name], place, note);
    }
    const others = Object.keys(value).filter((name) => !Object.hasOwn(fields, name));
    const unruled = others.filter((name) => further[name] === undefined);
    note(at, "has no other fields", unruled.length === 0, { seen: unruled });
    for (const name of others) {
      const ruling = further[name];
      if (ruling !== undefined) note(`${at}.${name}`, "is not sent", false, { ruling });
    }
  };

/** An object with one key of this form. */
export const oneKey =
  (key: RegExp, shape: Shape): Shape =>
  (value, at, note) => {
    const keys = isRecord(value) ? Object.keys(value) : [];
    const [first = ""] = keys;
    note(at, `has one key like ${key.source}`, keys.length === 1 && key.test(first), { seen: keys });
    if (isRecord(value) && keys.length === 1) shape(value[first], `${at}.*`, note);
  };

export const both =
  (...shapes: readonly Shape[]): Shape =>
  (value, at, note) => {
    for (const shape of shapes) shape(value, at, note);
  };

/** A rule about a whole value. */
export const rule = (says: string, fits: (value: never) => boolean): Shape =>
  of(says, (value) => {
    try {
      return fits(value as never);
    } catch {
      return false;
    }
  });

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
