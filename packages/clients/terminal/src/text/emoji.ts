/** An emoji character with its presentation selector or skin tone. */
const SIGN = "\\p{Extended_Pictographic}(?:\\ufe0f|\\p{Emoji_Modifier})?";

/**
 * The grammar of emoji: flags, keycaps, and joined sequences. Unicode's own list (`\p{RGI_Emoji}`) would be exact, but its first use takes
 * longer than a whole command is allowed to take.
 */
const EMOJI = [
  "\\p{Regional_Indicator}{2}",
  "[0-9#*]\\ufe0f\\u20e3",
  "\\u{1f3f4}[\\u{e0061}-\\u{e007a}]{5}\\u{e007f}",
  `${SIGN}(?:\\u200d${SIGN}){0,9}`,
].join("|");

/** A pattern for emoji or the given alternatives. It is compiled on first use, because few texts need it. */
export function emojiOr(pattern: string): () => RegExp {
  return onDemand(() => new RegExp(`(?:${EMOJI})|${pattern}`, "gu"));
}

/** Whether a text is one emoji that is two columns wide. */
export function isWideEmoji(text: string): boolean {
  return wide().test(text);
}

/** Symbols that are older than emoji are one column wide, unless a selector asks for the wide form. */
const wide = onDemand(
  () => new RegExp(`^(?=\\p{Emoji_Presentation}|.+[\\ufe0f\\u200d\\u{e007f}\\p{Emoji_Modifier}])(?:${EMOJI})$`, "u"),
);

function onDemand(make: () => RegExp): () => RegExp {
  let made: RegExp | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
