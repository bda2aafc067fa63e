/** The elements that mean something to clients, and `description`, which means something to people. */
export type Kind =
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

/** The meaning of an element for clients, by its name without a prefix. */
export function kindOf(localName: string): Kind {
  return KINDS.get(localName) ?? "other";
}

/** Whether an element's text is one of the things that a property says. */
export function isField(kind: Kind | undefined): boolean {
  return kind !== undefined && FIELDS.has(kind);
}

const FIELDS: ReadonlySet<Kind> = new Set(["name", "value", "final", "source", "tag"]);
const KINDS: ReadonlyMap<string, Kind> = new Map(
  (["configuration", "property", "include", "fallback", "description", ...FIELDS] as const).map((kind) => [kind, kind]),
);
