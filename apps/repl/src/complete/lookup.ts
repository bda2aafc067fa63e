import { type Model, modelOf } from "../live/model.ts";

/**
 * Finds what a path stands for. The name it begins with is looked up without running anything: a getter that is not ours is left alone.
 * Everything behind it is known from the declarations.
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
    // A `const` of a session is no property of anything: only its name finds it. To name it runs nothing.
    return process.getBuiltinModule("node:vm").runInThisContext(name);
  } catch {
    return undefined;
  }
}
