import { type Model, modelOf } from "../live/model.ts";

/**
 * Resolves a path. Its first name is looked up without running getters of the user's code; the names after it follow from the declarations.
 */
export function lookUp(path: string, own: (name: string) => object | undefined): Model | undefined {
  const [root = "", ...rest] = path.split(".");
  let model = modelOf(own(root) ?? held(root));
  for (const name of rest) model = model?.below(name);
  return model;
}

function held(name: string): unknown {
  const property = Object.getOwnPropertyDescriptor(globalThis, name);
  if (property) return property.value;
  try {
    // A `const` of a session is not a property of an object, so the only way to find its value is to evaluate its name. That runs no
    // getter.
    return process.getBuiltinModule("node:vm").runInThisContext(name);
  } catch {
    return undefined;
  }
}
