// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of site documents look like placeholders.
import type { Random } from "../mutations.ts";

/** The names that documents set and refer to: plain ones, deprecated ones with their replacements, and unusual ones. */
export const NAMES: readonly string[] = [
  ..."a b c fs.default.name fs.defaultFS dfs.block.size dfs.blocksize dfs.umaskmode fs.permissions.umask-mode".split(" "),
  ..."dfs.replication.interval dfs.namenode.replication.interval dfs.namenode.redundancy.interval.seconds".split(" "),
  ..."a.property nested.property env.A_VARIABLE __proto__ constructor x.y-z é".split(" "),
];

/** Generates a document for the comparison. It contains what the format allows, and sometimes more. */
export function documentBy(random: Random, options: { readonly included: string; readonly real: readonly string[] }): string {
  const sometimes = (one: number) => random(one) === 0;
  const pick = <Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item => {
    const item = items[random(items.length)];
    if (item === undefined) throw new RangeError("Nothing to pick from.");
    return item;
  };
  const repeat = (most: number, work: () => string): string => {
    let all = "";
    for (let left = random(most + 1); left > 0; left--) all += work();
    return all;
  };
  return document();

  function document(): string {
    const root = `${sometimes(40) ? "x:" : ""}configuration`;
    const declared = sometimes(30) ? "" : ` xmlns:x="${pick(["urn:x", "urn:x", "urn:y"])}" xmlns:xi="http://www.w3.org/2001/XInclude"`;
    const mark = sometimes(60) ? "\ufeff" : "";
    const declaration = sometimes(3) ? `<?xml version="1.0"${sometimes(2) ? ' encoding="UTF-8"' : ""}?>\n` : "";
    const content = repeat(6, () => blank() + inRoot(0)) + blank();
    const text = `${mark}${declaration}${misc()}<${root}${declared}${sometimes(40) ? namespaceAttribute() : ""}>${content}</${root}>${misc()}`;
    return sometimes(30) ? text.replaceAll("\n", pick(["\r\n", "\r"])) : text;
  }

  function misc(): string {
    return sometimes(8) ? pick(["<!-- a -->", "<?b c?>", "\n", oddInstruction()]) : "";
  }

  function blank(): string {
    return pick(["", "", "\n  ", "\n", " ", "\t"]);
  }

  function inRoot(depth: number): string {
    switch (random(24)) {
      case 0:
        return element(pick(["foo", "configuration", "description", "x:foo"]), () => deeper(depth, inRoot));
      case 1:
        return include(depth, inRoot);
      case 2:
        return sometimes(4) ? element(tagName("fallback"), () => deeper(depth, inRoot)) : property(depth);
      case 3:
        return pick(["<!-- <property> -->", "<?a b?>", oddInstruction(), "text", "&amp;", "<![CDATA[<a>]]>"]);
      case 4:
        return sometimes(3) ? field(depth) : property(depth);
      case 5:
        return sometimes(6) ? oddElement() : property(depth);
      case 6:
        return options.real.length > 0 ? pick(options.real) : property(depth);
      default:
        return property(depth);
    }
  }

  function deeper(depth: number, inside: (depth: number) => string): string {
    return depth > 3 ? "" : repeat(3, () => blank() + inside(depth + 1));
  }

  function property(depth: number): string {
    const attributes = sometimes(4) ? repeat(3, propertyAttribute) : "";
    const shape = random(10);
    if (shape < 6) {
      const name = `<name>${pick(NAMES)}</name>`;
      const value = sometimes(6) ? emptyElement(tagName("value")) : `<value>${value_(1)}</value>`;
      const final = sometimes(4) ? `<final>${pick(["true", "true", "true", "false", "TRUE", " true", ""])}</final>` : "";
      return `<property${attributes}>${blank()}${name}${blank()}${value}${blank()}${final}</property>`;
    }
    if (shape < 7) return `<${tagName("property")}${attributes}${propertyAttribute()}/>`;
    return element(tagName("property"), () => deeper(depth, inProperty), attributes);
  }

  function inProperty(depth: number): string {
    switch (random(16)) {
      case 0:
        return element("foo", () => deeper(depth, inProperty));
      case 1:
        return sometimes(2) ? property(depth + 1) : field(depth);
      case 2:
        return sometimes(3) ? include(depth, inProperty) : field(depth);
      case 3:
        return sometimes(8) ? element("fallback", () => deeper(depth, inProperty)) : field(depth);
      case 4:
        return pick(["text", "<!-- a -->", "<?a b?>", "<![CDATA[x]]>"]);
      default:
        return field(depth);
    }
  }

  function field(depth: number): string {
    const kind = pick(["name", "name", "name", "value", "value", "value", "final", "source", "tag", "description"] as const);
    if (sometimes(8)) return emptyElement(tagName(kind));
    const content = () => {
      if (sometimes(10)) return deeper(depth, (next) => (sometimes(2) ? field(next) : inProperty(next))) + pieces();
      if (kind === "name") return `${sometimes(6) ? pick([" ", "\n", "\t "]) : ""}${pick(NAMES)}${sometimes(6) ? " " : ""}`;
      if (kind === "final") return pick(["true", "true", "false", " true", ""]);
      return value_(2);
    };
    return element(tagName(kind), content, sometimes(20) ? propertyAttribute() : "");
  }

  function emptyElement(name: string): string {
    return pick([
      `<${name}/>`,
      `<${name}></${name}>`,
      `<${name}><!-- a --></${name}>`,
      `<${name}><![CDATA[]]></${name}>`,
      `<${name} > </${name} >`,
    ]);
  }

  function element(name: string, content: () => string, attributes = ""): string {
    return `<${name}${attributes}>${content()}</${name}>`;
  }

  function tagName(name: string): string {
    if (sometimes(150)) return `u:${name}`;
    return sometimes(25) ? `${pick(["x", "x", "xi", "xml"])}:${name}` : name;
  }

  function include(depth: number, inside: (depth: number) => string): string {
    const name = pick(["xi:include", "xi:include", "include", "x:include"]);
    const href = sometimes(2) ? "" : ` ${sometimes(5) ? "x:" : ""}href="${options.included}"`;
    return element(
      name,
      () => deeper(depth, (next) => (sometimes(3) ? element(tagName("fallback"), () => deeper(next, inside)) : inside(next))),
      href,
    );
  }

  function propertyAttribute(): string {
    if (sometimes(40)) return namespaceAttribute();
    const kind = pick(["name", "name", "value", "value", "final", "source", "tag", "description", "other"] as const);
    const prefix = sometimes(15) ? pick(["x:", "xml:", "x:", sometimes(6) ? "u:" : "xi:"]) : "";
    const data =
      kind === "name" ? `${sometimes(12) ? " " : ""}${pick(NAMES)}` : kind === "final" ? pick(["true", "false", " true"]) : attributeText();
    return ` ${prefix}${kind}${pick(["=", " = ", "="])}"${sometimes(10) ? "" : data}"`;
  }

  function namespaceAttribute(): string {
    return pick([
      ' xmlns="urn:a"',
      ' xmlns:y="urn:y"',
      ' xmlns:x="urn:other"',
      ' xmlns:y=""',
      ' xmlns:name="b"',
      ' xmlns=""',
      ' xmlns:xml="urn:a"',
      ' xmlns:xml="http://www.w3.org/XML/1998/namespace"',
      ' xmlns:y="http://www.w3.org/XML/1998/namespace"',
      ' xmlns:xmlns="urn:a"',
      ' xmlns:y="http://www.w3.org/2000/xmlns/"',
      ' xmlns="http://www.w3.org/XML/1998/namespace"',
      ' xmlns:p="urn:p" xmlns:q="urn:p" p:name="1" q:name="2"',
      " :name='1'",
      " name:='1'",
      " a:b:c='1'",
      " \u0220='1'",
    ]);
  }

  function oddElement(): string {
    const name = pick([
      "\u3001",
      "\u0220",
      "é",
      "a\u00b7",
      "a:b:c",
      ":x",
      "x:",
      "x:1",
      "xml:foo",
      "xmlns:foo",
      "XML",
      "xmlfoo",
      "x:\u0220",
      "\u{1f600}",
      "a\u{10000}",
      "y:foo",
      "_",
      "a.b-c",
    ]);
    return pick([`<${name}/>`, `<${name}></${name}>`]);
  }

  function oddInstruction(): string {
    return pick([
      "<?a:b c?>",
      "<?:a?>",
      "<?a:?>",
      "<?x'y\"?>".replace("'", " '"),
      "<?\u0220 a?>",
      "<?é?>",
      "<?xml-stylesheet href='a'?>",
      "<?a ??>",
      "<?a?>",
    ]);
  }

  function value_(most: number): string {
    let all = value1();
    for (let left = random(most + 1); left > 0; left--) all += value1();
    return all;
  }

  function value1(): string {
    if (sometimes(80)) return longText();
    if (sometimes(3)) return reference();
    return pick([
      "1",
      "x",
      " ",
      "a b",
      "hdfs://c:1",
      "\n",
      "&lt;",
      "&amp;",
      "&#36;{a}",
      "&#x41;",
      "é",
      "\u{1f600}",
      "$",
      "{a}",
      "}",
      "${",
      "<!-- a -->",
      "<?b c?>",
      "<![CDATA[<&>]]>",
      "<![CDATA[${a}]]>",
      "<foo>y</foo>",
      "&#13;",
      "&#10;",
      "]]",
      "&gt;",
      "'\"",
      "&#9;",
      "<![CDATA[]]]]>",
      "<x:foo/>",
    ]);
  }

  /** Long texts are decoded in pieces. The text at the end of a piece must be decoded like all other text. */
  function longText(): string {
    let all = "";
    for (let left = 1 + random(3); left > 0; left--) {
      all += "x".repeat(1000 + random(24));
      for (let ends = 12; ends > 0; ends--) all += pick(["\r\n", "\r\n", "\r", "\n", "\t", "&lt;", "&#13;", "&amp;", "é"]);
    }
    return all;
  }

  function pieces(): string {
    return repeat(2, value1);
  }

  function attributeText(): string {
    if (sometimes(80)) return longText();
    return sometimes(3)
      ? reference()
      : pick(["1", "x", "", " y ", "&#10;", "a\tb\nc", "&quot;", "&lt;", "&amp;amp;", "é", "$", "{a}", "\r\n"]);
  }

  function reference(): string {
    const name = pick([
      ...NAMES,
      ...NAMES,
      "none",
      "env.A_VARIABLE",
      "env.NONE",
      "env.NONE-d",
      "env.EMPTY:-d",
      "env.EMPTY-d",
      "env.NESTED",
      "env.SELF",
      "env.NONE:-",
      "env.odd-name",
      "env.",
      "env.A_VARIABLE:x",
      "empty.property",
      "\na\n",
      " a",
      "a ",
      "\t",
      "env.NONE-${a}",
      "env.NONE:-$",
      "a$b",
      "a{b",
    ]);
    return pick([
      "${NAME}",
      "${NAME}",
      "${NAME}",
      "${NAME}",
      "${NAME",
      "$${NAME}",
      "${${NAME}}",
      "${NAME}}",
      "${NAME}${NAME}",
      "{NAME}",
    ]).replaceAll("NAME", () => name);
  }
}
