import { FIRST_IN_NAME, LATER_IN_NAME } from "./client-names.ts";
import { type Attribute, isDeclaration } from "./tag.ts";

/** Called with the offset at which clients refuse a document, and the reason. */
export type ReportRefusal = (offset: number, reason: string) => void;

/** The namespace prefixes that are declared at the current place. */
export interface Namespaces {
  /** Checks the names in an opening tag. `depth` is the number of open elements. */
  open(name: string, attributes: readonly Attribute[], start: number, depth: number): void;
  /** Forgets the prefixes that the element at this depth has declared. */
  close(depth: number): void;
}

/** Checks names as clients do: by the rules of namespaces, and by the rules for names that applied before the fifth edition of XML. */
export function namespaces(refuse: ReportRefusal): Namespaces {
  const bound = new Map<string, string>([["xml", XML]]);
  const undo: { readonly depth: number; readonly prefix: string; readonly before: string | undefined }[] = [];
  return {
    open(name, attributes, start, depth) {
      for (const attribute of attributes) if (isDeclaration(attribute)) declare(attribute, depth);
      check(name, start + 1);
      if (attributes.length > 0) checkAttributes(attributes);
    },
    close(depth) {
      for (let last = undo.at(-1); last?.depth === depth; last = undo.at(-1)) {
        undo.pop();
        if (last.before === undefined) bound.delete(last.prefix);
        else bound.set(last.prefix, last.before);
      }
    },
  };

  function declare({ name, value, start }: Attribute, depth: number): void {
    const prefix = name.slice("xmlns:".length);
    const reason = declarationFault(prefix, value);
    if (reason !== undefined) refuse(start, reason);
    if (prefix === "") return;
    undo.push({ depth, prefix, before: bound.get(prefix) });
    bound.set(prefix, value);
  }

  function check(name: string, offset: number): string | undefined {
    const reason = nameFault(name);
    if (reason !== undefined) {
      refuse(offset, reason);
      return undefined;
    }
    const colon = name.indexOf(":");
    if (colon < 0) return "";
    const space = bound.get(name.slice(0, colon));
    if (space === undefined) refuse(offset, `the prefix ${name.slice(0, colon)} of ${name} is not declared`);
    return space;
  }

  function checkAttributes(attributes: readonly Attribute[]): void {
    let known: Set<string> | undefined;
    for (const attribute of attributes) {
      const { name, localName, start } = attribute;
      if (name === "xmlns") continue;
      if (isDeclaration(attribute)) {
        const reason = nameFault(name);
        if (reason !== undefined) refuse(start, reason);
        continue;
      }
      const space = check(name, start);
      if (space === undefined || space === "") continue;
      const whole = `${space} ${localName}`;
      known ??= new Set();
      if (known.has(whole)) refuse(start, `the attribute ${localName} appears twice, under two prefixes of one namespace`);
      known.add(whole);
    }
  }
}

/** Returns why clients refuse a processing instruction with this target; undefined if they accept it. */
export function targetFault(target: string): string | undefined {
  if (target.includes(":")) return `the name of the instruction ${target} holds a colon`;
  return isClientName(target) ? undefined : oldNames(target);
}

const XML = "http://www.w3.org/XML/1998/namespace";
const XMLNS = "http://www.w3.org/2000/xmlns/";

function declarationFault(prefix: string, value: string): string | undefined {
  if (prefix === "xmlns") return "the prefix xmlns must not be declared";
  if (prefix === "xml") return value === XML ? undefined : "the prefix xml cannot be bound to another namespace";
  if (value === XML) return "only the prefix xml can be bound to the namespace of XML";
  if (value === XMLNS) return "no prefix can be bound to the namespace of xmlns";
  if (value === "" && prefix !== "") return `the prefix ${prefix} is bound to an empty namespace`;
  return undefined;
}

function nameFault(name: string): string | undefined {
  const colon = name.indexOf(":");
  if (colon < 0) return isClientName(name) ? undefined : oldNames(name);
  const [prefix, localName] = [name.slice(0, colon), name.slice(colon + 1)];
  if (prefix === "" || localName === "" || localName.includes(":")) {
    return `the colon in ${name} does not separate a prefix from a name`;
  }
  return isClientName(prefix) && isClientName(localName) ? undefined : oldNames(name);
}

function oldNames(name: string): string {
  return `only the fifth edition of XML allows the name ${name}`;
}

function isClientName(name: string): boolean {
  if (/^[A-Z_a-z][-.0-9A-Z_a-z]*$/.test(name)) return true;
  clientName ??= new RegExp(`^[A-Z_a-z${FIRST}][-.0-9A-Z_a-z${FIRST}${LATER_IN_NAME}]*$`);
  return clientName.test(name);
}

/** Clients accept every character outside the Basic Multilingual Plane. */
const FIRST = `${FIRST_IN_NAME}\\ud800-\\udfff`;
let clientName: RegExp | undefined;
