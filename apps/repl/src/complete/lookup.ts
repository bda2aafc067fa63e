import { type Model, modelOf } from "../help/model.ts";

/**
 * Resolves a path such as `broker.topics`. The first name is looked up without running getters of the user's code; the other names are
 * looked up in the declarations.
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
    // A `const` that the user has typed is not a property of any object, so its value can only be found by evaluating its name. This runs
    // no getter.
    return process.getBuiltinModule("node:vm").runInThisContext(name);
  } catch {
    return undefined;
  }
}
