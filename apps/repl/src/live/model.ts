import type { ListedOperation } from "@reeve/contract";
import type { Extra } from "./extras.ts";
import type { Instance } from "./instance.ts";

/** Something of the shell that can be named: what is below it, without touching the thing itself. */
export interface Model {
  readonly path: string;
  /** What can be typed behind its dot. */
  names(): readonly string[];
  below(name: string): Model | undefined;
  readonly method?: MethodModel;
  readonly help: Help;
}

/** A method of a service: an operation, or what takes more than one call. */
export interface MethodModel {
  readonly instance: Instance;
  readonly noun: string;
  readonly verb: string;
  readonly listed?: ListedOperation;
  readonly extra?: Extra;
}

/** What help says of a thing: data, with a picture of its own. */
export interface Help {
  readonly name: string;
  readonly summary: string;
}

const models = new WeakMap<object, Model>();

/** Says what a value of the shell is. */
export function describeAs(value: object, model: Model): void {
  models.set(value, model);
}

/** What a value of the shell is; undefined for anything else. */
export function modelOf(value: unknown): Model | undefined {
  const isObject = (typeof value === "object" && value !== null) || typeof value === "function";
  return isObject ? models.get(value as object) : undefined;
}
