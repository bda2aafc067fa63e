import { nameEnd } from "./characters.ts";
import { FIRST_IN_NAME, LATER_IN_NAME } from "./client-names.ts";
import type { Report } from "./problem.ts";
import { localNameOf, type Tag } from "./tag.ts";

/** Returns the namespace of a prefix that an element, or one around it, declares. */
export type Scope = (prefix: string) => string | undefined;

const XML = "http://www.w3.org/XML/1998/namespace";
const XMLNS = "http://www.w3.org/2000/xmlns/";

export const OUTERMOST: Scope = (prefix) => (prefix === "xml" ? XML : undefined);

/**
 * Checks the names in an opening tag as clients do: by the rules of namespaces, and by the rules for names that applied before the fifth
 * edition of XML. Returns the scope of the element.
 */
export function checkNames({ name, attributes, start }: Tag, outer: Scope, report: Report): Scope {
  const own = new Map<string, string>();
  for (const { kind, name, value, start } of attributes) {
    if (kind !== "declaration") continue;
    const prefix = name.slice("xmlns:".length);
    reportRefusal(report, start, declarationFault(prefix, value));
    reportRefusal(report, start, nameFault(name));
    own.set(prefix, value);
  }
  const scope: Scope = own.size === 0 ? outer : (prefix) => own.get(prefix) ?? outer(prefix);
  spaceOf(name, start + 1);
  const known = new Set<string>();
  for (const { kind, name, start } of attributes) {
    const space = kind === "declaration" ? undefined : spaceOf(name, start);
    if (space === undefined || space === "") continue;
    const localName = localNameOf(name);
    const isKnown = known.size === known.add(`${space} ${localName}`).size;
    if (isKnown) reportRefusal(report, start, `the attribute ${localName} appears twice, under two prefixes of one namespace`);
  }
  return scope;

  /** Checks a name. Returns its namespace, if it has a prefix that is declared. */
  function spaceOf(whole: string, offset: number): string | undefined {
    const fault = nameFault(whole);
    reportRefusal(report, offset, fault);
    const [prefix = "", localName] = whole.split(":");
    if (fault !== undefined || localName === undefined) return undefined;
    const space = scope(prefix);
    if (space === undefined) reportRefusal(report, offset, `the prefix ${prefix} of ${whole} is not declared`);
    return space;
  }
}

/** Checks the name of a processing instruction as clients do. */
export function checkTarget(text: string, start: number, report: Report): void {
  const target = text.slice(start + 2, nameEnd(text, start + 2));
  const fault = target.includes(":") ? `the name of the instruction ${target} holds a colon` : nameFault(target);
  reportRefusal(report, start, fault);
}

function reportRefusal(report: Report, offset: number, fault: string | undefined): void {
  if (fault !== undefined) report("client-refuses", `Clients refuse the whole file, because ${fault}`, offset);
}

function declarationFault(prefix: string, value: string): string | undefined {
  if (prefix === "xmlns") return "the prefix xmlns must not be declared";
  if (prefix === "xml") return value === XML ? undefined : "the prefix xml cannot be bound to another namespace";
  if (value === XML) return "only the prefix xml can be bound to the namespace of XML";
  if (value === XMLNS) return "no prefix can be bound to the namespace of xmlns";
  return value === "" && prefix !== "" ? `the prefix ${prefix} is bound to an empty namespace` : undefined;
}

function nameFault(name: string): string | undefined {
  const parts = name.split(":");
  if (parts.length > 2 || parts.includes("")) return `the colon in ${name} does not separate a prefix from a name`;
  return parts.every((part) => NAME.test(part)) ? undefined : `only the fifth edition of XML allows the name ${name}`;
}

/** Clients accept every character outside the Basic Multilingual Plane. */
const FIRST = `A-Z_a-z${FIRST_IN_NAME}\\ud800-\\udfff`;
const NAME = new RegExp(`^[${FIRST}][-.0-9${FIRST}${LATER_IN_NAME}]*$`);
