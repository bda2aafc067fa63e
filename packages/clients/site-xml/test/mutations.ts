/** Returns pseudo-random numbers below a bound. The same seed gives the same numbers, so that a failure can be repeated. */
export type Random = (below: number) => number;

/** Makes the generator of a seed (xorshift). */
export function seeded(seed: number): Random {
  let state = (seed * 2_654_435_761 + 1) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Returns a document with one to three mutations. Some of them make it invalid, and others only unusual. */
export function mutated(texts: readonly string[], random: Random): string {
  let text = texts[random(texts.length)] ?? "";
  for (let left = 1 + (random(3) === 0 ? random(3) : 0); left > 0; left--) {
    const change = CHANGES[random(CHANGES.length)];
    if (change !== undefined) text = change(text, random, texts);
  }
  return text;
}

/** Returns a text as a file would contain it. A file cannot contain half of a surrogate pair. */
export function stored(text: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}

type Mutation = (text: string, random: Random, texts: readonly string[]) => string;

const CHANGES: readonly Mutation[] = [
  (text, random) => replaced(text, random(text.length + 1), 0, oneOf(PIECES, random)),
  (text, random) => replaced(text, random(text.length + 1), 1 + random(3), oneOf(PIECES, random)),
  (text, random) => replaced(text, random(text.length + 1), random(3) === 0 ? random(30) : 1, ""),
  (text, random) => replaced(text, random(text.length + 1), 0, cut(text, random)),
  (text, random, texts) => replaced(text, random(text.length + 1), random(20), cut(oneOf(texts, random), random)),
  (text, random) => (random(4) === 0 ? text.slice(0, random(text.length + 1)) : text),
  (text, random) => replaced(text, behindTag(text, random), 0, oneOf(CONTENTS, random)),
  (text, random) => replaced(text, behindTag(text, random), 0, oneOf(CONTENTS, random)),
  (text, random) => replaced(text, behindTag(text, random), 0, elementOf(text, random)),
  (text, random) => text.replace(/<(?=property|value|name)[a-z]+(?=>)/, `$& x="${oneOf(CONTENTS, random)}"`),
  (text) => text.replaceAll("\n", "\r\n"),
];

/** Characters with a meaning for parsers. */
const PIECES: readonly string[] = [
  ..."<>&;/\"'=!?-[] \t\n\r:#x0aé𝒳\u0001\u0085\ufeff\ufffe\ud800\u2028·",
  ..."</ /> <!-- --> -- --- <![CDATA[ ]]> ]] <? ?> &amp; &lt; &#10; &#13; &#x41; &#0; &#xD800; &nbsp; &__proto__;".split(" "),
  ..."<property> </property> <name> </name> <value> </value> <final>true</final> <configuration> </configuration>".split(" "),
  ..."<a> </a> <a/> <__proto__/> <constructor> </constructor> <!DOCTYPE <xi:include/> <?xml <?x?>".split(" "),
  '<?xml version="1.0"?>',
  "<?it's?>",
  '<property name="a" value="1"/>',
  ' a="1"',
  " a='&lt;'",
  " xmlns:x='y'",
];

/** Possible contents of an element. */
const CONTENTS: readonly string[] = [
  ..."&amp; &#10; &#13; &#9; &#x1F600; &#00065; &quot; ]] > <!----> <?x?> <a/> <__proto__/> <constructor/> é 𝒳 ' $".split(" "),
  "<!-- <a> & -->",
  "<?it's \"odd?>",
  "<![CDATA[ <&amp;> ]] ]]>",
  "<![CDATA[]]>",
  '<toString a="1\t2"/>',
  "\r\n",
  "\r",
  "\t ",
  '<property name="a" value="1"/>',
  "<property><name>b</name><value>2</value><final>true</final></property>",
  "<value>3</value>",
  "<configuration><property name='__proto__'/></configuration>",
];

function oneOf(choices: readonly string[], random: Random): string {
  return choices[random(choices.length)] ?? "";
}

function behindTag(text: string, random: Random): number {
  return text.indexOf(">", random(text.length + 1)) + 1;
}

function elementOf(text: string, random: Random): string {
  const elements = text.match(/<(property|name|value)>[^<]*(?:<[^/][^<]*<\/[a-z]+>[^<]*)*<\/\1>/g) ?? [];
  return oneOf(elements, random);
}

function cut(text: string, random: Random): string {
  const start = random(text.length + 1);
  return text.slice(start, start + random(40));
}

function replaced(text: string, start: number, length: number, by: string): string {
  return text.slice(0, start) + by + text.slice(start + length);
}
