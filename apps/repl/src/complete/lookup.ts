import { type Model, modelOf } from "../live/model.ts";

/** Resolves a path. Its first name is looked up without running getters of user code. The rest is known from the declarations. */
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
    // A `const` of a session is not a property: only evaluating its name finds it, which runs no code.
    return process.getBuiltinModule("node:vm").runInThisContext(name);
  } catch {
    return undefined;
  }
}
