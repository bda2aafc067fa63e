import type { AnyApi, OutputOf } from "@reeve/contract";
import type { Look, TimeWords } from "@reeve/terminal";

/** What a picture is drawn with. */
export interface View {
  readonly look: Look;
  readonly times: TimeWords;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What the operation was asked for with. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Writes the head of a column; as it stands when left out. */
  head?(words: string): string;
}

/** Draws a value of one operation, a line each. */
export type Draw<Value> = (value: Value, view: View) => readonly string[];

/** The drawings of an API, by noun and verb. None has to be there: an operation without one is drawn as any value is. */
export type Pictures<Given extends AnyApi> = {
  readonly [Noun in keyof Given["operations"]]?: {
    readonly [Verb in keyof Given["operations"][Noun]]?: Draw<OutputOf<Given["operations"][Noun][Verb]>>;
  };
};

/** The drawings of any API. */
export type AnyPictures = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
