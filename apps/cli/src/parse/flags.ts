import type { Flag } from "../model/command.ts";

/** A typed flag: its name as typed, and a value attached to it. */
export interface TypedFlag {
  /** `partitions`, or the letter of a short flag. */
  readonly name: string;
  readonly value?: string;
}

/** The flags in one word: `--partitions=3`, `-v`, `-vv`, `-ojson`. Letters are split until one takes a value. */
export function flagsIn(word: string, known: readonly Flag[] = []): readonly TypedFlag[] {
  if (word.startsWith("--")) {
    const at = word.indexOf("=");
    return at < 0 ? [{ name: word.slice(2) }] : [{ name: word.slice(2, at), value: word.slice(at + 1) }];
  }
  const [, letter = "", rest = ""] = /^-(.)(.*)$/su.exec(word) ?? [];
  if (rest === "") return [{ name: letter }];
  if (flagNamed(known, letter)?.takes === undefined) {
    return [{ name: letter }, ...(rest.startsWith("=") ? [{ name: rest }] : flagsIn(`-${rest}`, known))];
  }
  return [{ name: letter, value: rest.replace(/^=/, "") }];
}

/** The flag with this name or letter. */
export function flagNamed(flags: readonly Flag[], name: string): Flag | undefined {
  return flags.find((flag) => flag.name === name || (name !== "" && flag.short === name));
}

/** A flag as it is written. */
export function written({ name, takes }: Flag): string {
  return takes === undefined ? `--${name}` : `--${name} ${takes}`;
}
