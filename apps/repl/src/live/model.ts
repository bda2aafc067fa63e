import type { ListedOperation } from "@reeve/contract";
import type { Extra } from "./extras.ts";
import type { Instance } from "./instance.ts";

/** The description of something that can be named in the shell: what is below it can be listed without evaluating it. */
export interface Model {
  readonly path: string;
  /** The names after its dot. */
  names(): readonly string[];
  below(name: string): Model | undefined;
  readonly method?: MethodModel;
  readonly help: Help;
}

/** A method of a service: an operation, or a method that takes more than one call. */
export interface MethodModel {
  readonly instance: Instance;
  readonly noun: string;
  readonly verb: string;
  readonly listed?: ListedOperation;
  readonly extra?: Extra;
}

/** The help of something: data, with its own drawing. */
export interface Help {
  readonly name: string;
  readonly summary: string;
}

const models = new WeakMap<object, Model>();

/** Attaches a description to a value of the shell. */
export function describeAs(value: object, model: Model): void {
  models.set(value, model);
}

/** The description of a value of the shell; undefined for all other values. */
export function modelOf(value: unknown): Model | undefined {
  const isObject = (typeof value === "object" && value !== null) || typeof value === "function";
  return isObject ? models.get(value as object) : undefined;
}
