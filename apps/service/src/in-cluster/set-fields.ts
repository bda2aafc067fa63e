import { isAlias, isCollection, isMap, type Node, parseDocument } from "yaml";
import type { PathKey } from "../definition/check-definition.ts";
import { recordIn } from "../state/read.ts";

/** A value to set in the text of a definition. */
export interface FieldValue {
  readonly field: readonly PathKey[];
  readonly value: string | Readonly<Record<string, string>>;
}

/** Sets values in the text of a valid definition. Comments and the order of the other fields are kept; JSON remains JSON. */
export function setFields(text: string, values: readonly FieldValue[]): string {
  const json = recordIn(text);
  if (json === undefined) return setInYaml(text, values);
  for (const { field, value } of values) {
    const parent = field.slice(0, -1).reduce<unknown>(
      // The definition is valid, so the parents of its fields exist.
      (node, key) => (node as Readonly<Record<PathKey, unknown>>)[key],
      json,
    );
    (parent as Record<PathKey, unknown>)[field.at(-1) ?? ""] = value;
  }
  return `${JSON.stringify(json, null, 2)}\n`;
}

function setInYaml(text: string, values: readonly FieldValue[]): string {
  const document = parseDocument(text, { stringKeys: true });
  // A part that is repeated with an alias is changed at its anchor. Since both have the same content, both get the same values.
  const resolved = (node: unknown) => (isAlias(node) ? node.resolve(document) : node) as Node | undefined;
  for (const { field, value } of values) {
    const parent = field.slice(0, -1).reduce<Node | undefined>((node, key) => {
      return isCollection(node) ? resolved(node.get(key, true)) : undefined;
    }, resolved(document.contents));
    const key = field.at(-1);
    if (isMap(parent)) parent.set(key, document.createNode(value, { flow: true }));
  }
  // Long lines stay as they are.
  return document.toString({ lineWidth: 0 });
}
