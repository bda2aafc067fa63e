/** The kinds of elements that have a meaning for clients, and `description`, which has a meaning for people. */
export type ElementKind =
  | "configuration"
  | "property"
  | "include"
  | "fallback"
  | "name"
  | "value"
  | "final"
  | "source"
  | "tag"
  | "description"
  | "other";

/** Returns the meaning of an element for clients. The prefix of its name does not matter. */
export function kindOf(localName: string): ElementKind {
  return KINDS.get(localName) ?? "other";
}

/** Whether the text of an element is a field of a property. */
export function isField(kind: ElementKind | undefined): boolean {
  return kind !== undefined && FIELDS.has(kind);
}

const FIELDS: ReadonlySet<ElementKind> = new Set(["name", "value", "final", "source", "tag"]);
const KINDS: ReadonlyMap<string, ElementKind> = new Map(
  (["configuration", "property", "include", "fallback", "description", ...FIELDS] as const).map((kind) => [kind, kind]),
);
