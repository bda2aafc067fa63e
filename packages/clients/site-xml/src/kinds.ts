import { localNameOf } from "./tag.ts";

/** The kinds of elements that have a meaning for clients, and `description`, which has a meaning for people. */
export type ElementKind = (typeof KINDS)[number] | "other";

/** Returns the meaning of an element or attribute for clients. The prefix of its name does not matter. */
export function kindOf(name: string): ElementKind {
  return BY_NAME.get(localNameOf(name)) ?? "other";
}

/** Whether clients store the text of an element as a part of the property. */
export function isField(kind: ElementKind): boolean {
  return FIELDS.has(kind);
}

const KINDS = ["name", "value", "final", "source", "tag", "description", "configuration", "property", "include", "fallback"] as const;
const FIELDS: ReadonlySet<ElementKind> = new Set(["name", "value", "final", "source", "tag"]);
const BY_NAME: ReadonlyMap<string, ElementKind> = new Map(KINDS.map((kind) => [kind, kind]));
