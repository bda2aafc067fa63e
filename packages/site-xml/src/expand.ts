import { SiteXmlError } from "./error.ts";
import type { Values } from "./values.ts";

/** How references are expanded. */
export interface ExpandOptions {
  /** What `${env.NAME}` stands for, as it is; empty unless given, for a document must not read the reader's environment by itself. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** How many references may lead to each other or stand inside each other; 20 unless given. */
  readonly depth?: number;
  /** How long a result may get; 1,048,576 unless given. */
  readonly size?: number;
}

/** The same values with their `${…}` references expanded. */
export function expanded(values: Values, options: ExpandOptions = {}): Values {
  return {
    get(name) {
      const value = values.get(name);
      return value === undefined ? undefined : expansion(values, options).property(name, value, []);
    },
  };
}

/** Expands the `${…}` references of any text. What nothing stands for is left as it is, as clients leave it. */
export function expand(values: Values, text: string, options: ExpandOptions = {}): string {
  return expansion(values, options).text(text, []);
}

interface Expansion {
  property(name: string, value: string, path: readonly string[]): string;
  text(text: string, path: readonly string[]): string;
}

/** `path` holds the names that led here; what a name expands to is worked out once. */
function expansion(values: Values, { environment = {}, depth = 20, size = 1_048_576 }: ExpandOptions): Expansion {
  const done = new Map<string, string>();
  return { property, text };

  function property(name: string, value: string, path: readonly string[]): string {
    const known = done.get(name);
    if (known !== undefined) return known;
    const way = [...path, name];
    if (path.includes(name)) throw failure("circular-reference", way, "leads back to itself");
    if (path.length > depth) throw failure("too-deep", way, `leads through more than ${depth} others`);
    const result = text(value, way);
    done.set(name, result);
    return result;
  }

  function text(source: string, path: readonly string[]): string {
    // What stands before each reference that is open, innermost last.
    const before: string[] = [];
    let current = "";
    let at = 0;
    for (const mark of source.matchAll(/\$\{|\}/g)) {
      current += source.slice(at, mark.index);
      at = mark.index + mark[0].length;
      if (mark[0] === "${") {
        before.push(current);
        if (before.length > depth) {
          throw failure("too-deep", path, `has more than ${depth} references inside each other`);
        }
        current = "";
        continue;
      }
      const outer = before.pop();
      current = outer === undefined ? `${current}}` : outer + reference(current, path);
      if (current.length > size) throw failure("too-large", path, `expands to more than ${size} characters`);
    }
    return before.map((part) => `${part}\${`).join("") + current + source.slice(at);
  }

  function reference(name: string, path: readonly string[]): string {
    const literal = `\${${name}}`;
    if (/[ $}]/.test(name) || name === "") return literal;
    const found = name.startsWith("env.") ? fromEnvironment(name.slice(4)) : undefined;
    if (found !== undefined) return found;
    const value = values.get(name);
    return value === undefined ? literal : property(name, value, path);
  }

  /** `NAME`, `NAME-default` for a variable that is not set, `NAME:-default` for one that is not set or empty. */
  function fromEnvironment(expression: string): string | undefined {
    const dash = expression.search(/:-|-/);
    if (dash < 0) return variable(expression);
    const orEmpty = expression.startsWith(":-", dash);
    const found = variable(expression.slice(0, dash));
    if (found !== undefined && !(orEmpty && found === "")) return found;
    return expression.slice(dash + (orEmpty ? 2 : 1));
  }

  function variable(name: string): string | undefined {
    return Object.hasOwn(environment, name) ? environment[name] : undefined;
  }
}

function failure(
  code: "circular-reference" | "too-deep" | "too-large",
  path: readonly string[],
  what: string,
): SiteXmlError {
  const [property] = path;
  const way = path.length > 1 ? ` (${path.slice(0, 30).join(" -> ")})` : "";
  return new SiteXmlError(code, `${property ?? "The text"} ${what}${way}.`, property === undefined ? {} : { property });
}
