import { check } from "./arguments.ts";
import { trimControls } from "./characters.ts";
import { propertyError, type SiteXmlErrorCode } from "./error.ts";
import { type Values, valueIn } from "./values.ts";

/** Values by name, such as the variables of an environment. */
export type Names = Readonly<Record<string, string | undefined>>;

/** How references are expanded. */
export interface ExpandOptions {
  /** The values for `${env.NAME}` (default: none, because a document must not read the environment of the process). */
  readonly environment?: Names;
  /** The system properties of the client's Java, such as those from `-Duser.name=hdfs`. They override properties of the same name. */
  readonly systemProperties?: Names;
  /** The maximum length of a result (default: 1,048,576). */
  readonly size?: number;
}

/** Returns the same values, but with expanded `${…}` references. */
export function expanded(values: Values, options: ExpandOptions = {}): Values {
  const expandOne = expansion(values, options);
  return {
    get(name) {
      const value = valueIn(values, name);
      return value === undefined ? undefined : expandOne(value, name);
    },
    lineOf: (name) => values.lineOf?.(name),
  };
}

/** Expands `${…}` references as clients do: the leftmost first, even in a value that was inserted, up to the first unknown name. */
export function expand(values: Values, text: string, options: ExpandOptions = {}): string {
  check("text", text, "the text");
  return expansion(values, options)(text);
}

/** The number of rounds after which clients refuse a text. */
const MAX_ROUNDS = 20;

function expansion(values: Values, options: ExpandOptions): (text: string, property?: string) => string {
  check("values", values, "the values");
  check("object", options, "the options");
  const { environment = {}, systemProperties = {}, size = 1_048_576 } = options;
  check("object", environment, "the environment");
  check("object", systemProperties, "the system properties");
  check("limit", size, "the limit of a result's size");
  return (text, property) => {
    const failure = (code: SiteXmlErrorCode, what: string) => propertyError(code, property, values.lineOf?.(property ?? ""), what);
    let current = text;
    for (let count = 0; count < MAX_ROUNDS; count++) {
      const [reference, name = ""] = REFERENCE.exec(current) ?? [];
      if (reference === undefined) return current;
      const outside = /^env\../s.test(name) ? environmentValue(name.slice("env.".length), environment) : own(systemProperties, name);
      const value = outside ?? valueIn(values, trimControls(name));
      if (value === undefined) return current;
      // A value that contains a reference to itself leaves the whole text unchanged. A longer cycle is refused after twenty rounds.
      if (value.includes(reference)) return text;
      current = current.replace(reference, () => value);
      if (current.length > size) throw failure("too-large", `expands to more than ${size} characters`);
    }
    throw failure("too-many-references", `has ${MAX_ROUNDS} or more references to expand: clients refuse so many`);
  };
}

/** The first reference that clients expand. They do not expand references that are empty or contain a space or `$`. */
const REFERENCE = /\$\{([^}$ ]+)\}/;

/** Resolves `NAME`, `NAME-default` (the default is for a variable that is not set) and `NAME:-default` (also for an empty one). */
function environmentValue(expression: string, environment: Names): string | undefined {
  const [, name = expression, orEmpty, standard] = /^(.*?)(:?)-(.*)$/s.exec(expression) ?? [];
  const value = own(environment, name);
  return value === undefined || (value === "" && orEmpty === ":") ? (standard ?? value) : value;
}

function own(names: Names, name: string): string | undefined {
  const value = Object.hasOwn(names, name) ? names[name] : undefined;
  if (value !== undefined) check("text", value, `the value of ${name}`);
  return value;
}
