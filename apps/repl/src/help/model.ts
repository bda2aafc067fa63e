import type { ServiceMethod } from "../clusters/instance.ts";
import { isObject } from "../show/drawings.ts";

/** Describes a named object of the shell (a service, a noun or a method), so that its members can be listed without evaluating any code. */
export interface Model {
  readonly path: string;
  /** The names that can follow after a dot. */
  names(): readonly string[];
  readonly method?: ServiceMethod;
  readonly help: Help;
}

/** Help as data. The function `drawnAs` determines how the help is shown. */
export interface Help {
  readonly name: string;
  readonly summary: string;
}

const models = new WeakMap<object, Model>();

/** Attaches a description to a value of the shell. */
export function describeAs(value: object, model: Model): void {
  models.set(value, model);
}

/** The description of a value of the shell; undefined for any other value. */
export function modelOf(value: unknown): Model | undefined {
  return isObject(value) ? models.get(value) : undefined;
}

/**
 * Resolves a path such as `broker.topics`. No getter of the user's code runs: the first name is looked up without getters, and the other
 * names only in objects that the shell has described.
 */
export function lookUp(path: string, own: (name: string) => object | undefined): Model | undefined {
  const [root = "", ...rest] = path.split(".");
  let value = own(root) ?? held(root);
  for (const name of rest) value = modelOf(value) && Reflect.get(value as object, name);
  return modelOf(value);
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
