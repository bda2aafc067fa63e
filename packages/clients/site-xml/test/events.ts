import { defaultLimits } from "../src/index.ts";
import { checkRules } from "../src/rules.ts";
import { type TreeNodes, treeNodesOf } from "../src/tree.ts";

/**
 * A document as a list of events, so that two readers can be compared: `<name`, `@attribute=value` in alphabetical order, text in one
 * piece, and `>`. Declarations of namespaces are left out, because the canonical form moves them.
 */
export type Events = readonly string[];

/** Returns the events that this package's reader sees. */
export function eventsOf(text: string): Events {
  const events: string[] = [];
  let content = "";
  const { tags, instructions } = checkRules(text, defaultLimits);
  walk(treeNodesOf(text, instructions), 0);
  return events;

  function walk(nodes: TreeNodes, depth: number): void {
    for (const node of nodes) {
      if (node.element !== undefined) element(node.element, depth);
      else if (depth > 0) content += node["#text"] ?? "";
    }
  }

  function element(children: TreeNodes, depth: number): void {
    flush();
    const { name = "", attributes = [] } = tags.shift() ?? {};
    events.push(`<${name}`, ...attributeEvents(attributes.map((one) => [one.name, one.value])));
    walk(children, depth + 1);
    flush();
    events.push(">");
  }

  function flush(): void {
    if (content !== "") events.push(`"${content}`);
    content = "";
  }
}

/** Returns the events of a text in canonical form, which has no optional blanks in tags and few references. */
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
