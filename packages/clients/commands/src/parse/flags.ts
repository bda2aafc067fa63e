import type { Flag } from "../command.ts";

/** A flag as typed, with its value if the value is part of the same word. */
export interface TypedFlag {
  /** The flag's long name such as `partitions`, or the letter of its short form. */
  readonly name: string;
  readonly value?: string;
}

/**
 * Parses the flags in one word: `--partitions=3`, `-v`, `-vv`, `-ojson`. Combined letters are split up to the first letter that takes a
 * value.
 */
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

/** Returns a flag in the form that help and messages show, such as `--partitions N`. */
export function written({ name, takes }: Flag): string {
  return takes === undefined ? `--${name}` : `--${name} ${takes}`;
}
