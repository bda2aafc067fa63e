import type { AnyApi, OutputOf } from "@reeve/contract";
import { type PlanView, picture, safeLines, yaml } from "@reeve/terminal";

/** The context of a rendering. */
export interface View extends Omit<PlanView, "name"> {
  /** The input of the operation. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Changes how the heading of a column is written; without this function headings are shown unchanged. */
  head?(words: string): string;
}

/** Renders a value of one operation as lines. */
export type Draw<Value> = (value: Value, view: View) => readonly string[];

/** The renderers of an API, by noun and verb. All are optional: without one, an answer is rendered like any value. */
export type Pictures<Api extends AnyApi> = {
  readonly [Noun in keyof Api["operations"]]?: {
    readonly [Verb in keyof Api["operations"][Noun]]?: Draw<OutputOf<Api["operations"][Noun][Verb]>>;
  };
};

/** The renderers of any API. */
export type AnyPictures = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/**
 * Renders the answer of an operation, such as `topics.create`, with the operation's own renderer if there is one, otherwise like any value.
 * An empty list is rendered as "nothing".
 */
export function draw(pictures: AnyPictures, operation: string, value: unknown, view: View): readonly string[] {
  const [noun = "", verb = ""] = operation.split(".");
  const verbs = Object.hasOwn(pictures, noun) ? pictures[noun] : undefined;
  // The renderers are typed by the names of operations, but here the names are known only at run time.
  if (verbs && Object.hasOwn(verbs, verb)) return (verbs[verb] as Draw<unknown>)(value, view);
  const lines = picture(value, view.style) ?? yaml(value).map(safeLines);
  return lines.some((line) => /\S/.test(line)) ? lines : ["nothing"];
}
