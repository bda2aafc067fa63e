import { defaultLimits } from "../src/index.ts";
import { scan } from "../src/scan.ts";
import { tokenOf } from "../src/token.ts";

/**
 * A document as a list of events, to compare two readings: `<name`, `@attribute=value` in alphabetical order, text in one piece, `>`.
 * Namespace declarations are left out, because the canonical form moves them.
 */
export type Events = readonly string[];

/** The events of this package's reader. */
export function eventsOf(text: string): Events {
  const events: string[] = [];
  const token = tokenOf(text);
  scan(text, defaultLimits, {
    open(name, attributes) {
      flush();
      events.push(`<${name}`, ...attributeEvents(attributes.map((one) => [one.name, one.value])));
    },
    text: token.add,
    close() {
      flush();
      events.push(">");
    },
    instruction() {},
  });
  return events;

  function flush(): void {
    const content = token.value();
    if (content !== "") events.push(`"${content}`);
    token.clear();
  }
}

/** The events of a canonical text, which has no optional blanks in tags and few references. */
export function eventsOfCanonical(form: string): Events {
  const bare = form.replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, "").trim();
  const tokens = bare.match(/<(?:[^>"]|"[^"]*")*>|[^<]+/g) ?? [];
  return tokens.flatMap((token) => {
    if (token.startsWith("</")) return [">"];
    if (!token.startsWith("<")) return [`"${decoded(token)}`];
    const attributes = [...token.matchAll(/ ([^=\s]+)="([^"]*)"/g)];
    const name = /^<([^ >]+)/.exec(token)?.[1] ?? "";
    return [`<${name}`, ...attributeEvents(attributes.map(([, key = "", value = ""]) => [key, decoded(value)]))];
  });
}

function attributeEvents(attributes: Iterable<readonly [string, string]>): Events {
  return [...attributes]
    .filter(([name]) => !name.startsWith("xmlns"))
    .map(([name, value]) => `@${name}=${value}`)
    .sort();
}

function decoded(text: string): string {
  return text
    .replace(/&#x([0-9A-F]+);/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16)))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
