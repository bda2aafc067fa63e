import { COMMENT, type Open, openAt } from "../evaluate/rewrite.ts";

/** The place of the cursor in the code. */
type CompletionPlace =
  /** A member after a dot, as in `broker.topics.cr`. */
  | { readonly kind: "member"; readonly path: string; readonly typed: string }
  /** The start of a call, as in `broker.topics.create(`. */
  | { readonly kind: "call"; readonly path: string }
  /** The name of a field, as in `broker.topics.create({ topic: "orders", par`. */
  | { readonly kind: "field"; readonly path: string; readonly typed: string; readonly given: ReadonlySet<string> }
  /** The value of a field, and its quote if it has one. */
  | {
      readonly kind: "value";
      readonly path: string;
      readonly field: string;
      readonly typed: string;
      readonly quote: string | undefined;
    }
  /** A string argument, as in `connect("pr`. */
  | { readonly kind: "text"; readonly path: string; readonly typed: string; readonly quote: string };

const PATH = /([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)\s*$/;

/** Finds the place of the cursor, which is at the end of the code; undefined if nothing can be completed there. */
export function placeIn(code: string): CompletionPlace | undefined {
  const open = openAt(code);
  const last = open.at(-1);
  if (last?.mark === COMMENT) return undefined;
  if (last && `'"\``.includes(last.mark)) return inText(code, open.slice(0, -1), last);
  const member = /([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)\.([\w$]*)$/.exec(code);
  if (member) return { kind: "member", path: member[1] ?? "", typed: member[2] ?? "" };
  if (last?.mark === "(" && code.slice(last.at + 1).trim() === "") {
    const path = pathBefore(code, last.at);
    return path === undefined ? undefined : { kind: "call", path };
  }
  return inFields(code, open, code.length);
}

/** The path of the method in whose arguments the cursor is. */
export function callAround(code: string): string | undefined {
  const call = openAt(code).findLast(({ mark, at }) => mark === "(" && pathBefore(code, at) !== undefined);
  return call && pathBefore(code, call.at);
}

function inText(code: string, outer: readonly Open[], { mark: quote, at }: Open): CompletionPlace | undefined {
  const around = outer.at(-1);
  if (around?.mark === "(" && code.slice(around.at + 1, at).trim() === "") {
    const path = pathBefore(code, around.at);
    return path === undefined ? undefined : { kind: "text", path, typed: code.slice(at + 1), quote };
  }
  return inFields(code, outer, at, { mark: quote, at });
}

/** Finds the field in the object argument of a method. Inside a list, it is the field that contains the list. */
function inFields(code: string, open: readonly Open[], end: number, quote?: Open): CompletionPlace | undefined {
  const last = open.at(-1);
  if (last?.mark === "[") return inFields(code, open.slice(0, -1), last.at, quote);
  const call = open.at(-2);
  if (last?.mark !== "{" || call?.mark !== "(" || code.slice(call.at + 1, last.at).trim() !== "") return undefined;
  const path = pathBefore(code, call.at);
  if (path === undefined) return undefined;
  const pieces = splitAtCommas(code.slice(last.at + 1, end));
  const current = pieces.at(-1) ?? "";
  const names = new Set(pieces.slice(0, -1).flatMap((piece) => /^\s*["']?([\w$]+)/.exec(piece)?.[1] ?? []));
  const field = /^\s*["']?([\w$]+)["']?\s*:\s*/.exec(current);
  if (!field) {
    const typed = /^\s*([\w$]*)$/.exec(current)?.[1];
    return typed === undefined || quote !== undefined ? undefined : { kind: "field", path, typed, given: names };
  }
  const typed = quote === undefined ? lastWord(code) : code.slice(quote.at + 1);
  // Nothing can be completed after a complete value.
  if (quote === undefined && !/[:,[]\s*$/.test(code.slice(0, code.length - typed.length))) return undefined;
  return { kind: "value", path, field: field[1] ?? "", typed, quote: quote?.mark };
}

function lastWord(code: string): string {
  return /[\w$.-]*$/.exec(code)?.[0] ?? "";
}

function pathBefore(code: string, at: number): string | undefined {
  return PATH.exec(code.slice(0, at))?.[1];
}

/** Splits the fields of an object literal at the commas between them, but not at commas inside nested values. */
function splitAtCommas(fields: string): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < fields.length; at++) {
    if (fields.charAt(at) !== "," || openAt(fields.slice(from, at)).length > 0) continue;
    pieces.push(fields.slice(from, at));
    from = at + 1;
  }
  return [...pieces, fields.slice(from)];
}
