/** A sign with what it is made of: how it is presented, a colour of skin. */
const SIGN = "\\p{Extended_Pictographic}(?:\\ufe0f|\\p{Emoji_Modifier})?";

/**
 * Emoji as they are built: flags, keys, and signs joined to one. Unicode's own list (`\p{RGI_Emoji}`) would be exact, but the first use of it takes
 * longer than a whole command may.
 */
const EMOJI = [
  "\\p{Regional_Indicator}{2}",
  "[0-9#*]\\ufe0f\\u20e3",
  "\\u{1f3f4}[\\u{e0061}-\\u{e007a}]{5}\\u{e007f}",
  `${SIGN}(?:\\u200d${SIGN}){0,9}`,
].join("|");

/** A pattern for emoji or what else is given; made when it is asked for first, because hardly any text needs it and looking up what Unicode says takes time. */
export function emojiOr(pattern: string): () => RegExp {
  return onDemand(() => new RegExp(`(?:${EMOJI})|${pattern}`, "gu"));
}

/** Whether a text is one emoji, and shown as one: two columns wide. */
export function isWideEmoji(text: string): boolean {
  return wide().test(text);
}

/** Signs that are older than emoji are shown small, unless they ask for more. */
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
