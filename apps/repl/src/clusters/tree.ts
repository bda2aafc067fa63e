import type { CallOptions } from "@reeve/client";
import type { ListedOperation } from "@reeve/contract";
import { instanceHelp, nounHelp } from "../help/help.ts";
import { methodHelp } from "../help/method-help.ts";
import { describeAs, type MethodModel, type Model } from "../help/model.ts";
import { drawnAs, linesOf } from "../show/drawings.ts";
import type { ShellState } from "../start/shell.ts";
import { callInShell, drawingOf, fieldsFrom } from "./call.ts";
import { callExtra } from "./extra-call.ts";
import type { Extra } from "./extras.ts";
import { extrasIn, extrasOf, operationsIn, type ServiceInstance } from "./instance.ts";

/**
 * The object of a service in the shell, with its nouns and verbs, each with help. It also has the operations that the revision lacks;
 * calling one of them says what to call instead.
 */
export function treeOf(shell: ShellState, instance: ServiceInstance): object {
  const model = instanceModel(instance);
  const tree: Record<string, object> = {};
  for (const noun of new Set(instance.operations.map((each) => each.noun))) {
    const isThere = operationsIn(instance).some((each) => each.noun === noun);
    hide(tree, noun, nounOf(shell, instance, noun), isThere);
  }
  return finished(tree, model);
}

function nounOf(shell: ShellState, instance: ServiceInstance, noun: string): object {
  const verbs: Record<string, object> = {};
  for (const listed of instance.operations.filter((each) => each.noun === noun)) {
    hide(verbs, listed.verb, methodOf(shell, instance, listed), operationsIn(instance).includes(listed));
  }
  for (const [verb, extra] of Object.entries(extrasOf(instance, noun))) {
    hide(verbs, verb, extraMethodOf(shell, instance, noun, verb, extra), Object.hasOwn(extrasIn(instance, noun), verb));
  }
  return finished(verbs, nounModel(instance, noun));
}

function methodOf(shell: ShellState, instance: ServiceInstance, listed: ListedOperation): object {
  const { noun, verb, name, operation } = listed;
  const drawing = drawingOf.bind(undefined, shell, instance, name);
  const method = (typed?: unknown, options?: CallOptions) => {
    const input = fieldsFrom(listed, typed);
    const answer = callInShell(shell, instance, listed, input, options);
    const value = answer.then((raw) => raw.read());
    let answered: Awaited<typeof answer> | undefined;
    answer.then((raw) => (answered = raw)).catch(() => undefined);
    shell.drawings.promised(value, (each) => drawing(input)(each, answered));
    return value;
  };
  const raw = (typed?: unknown, options?: CallOptions) => callInShell(shell, instance, listed, fieldsFrom(listed, typed), options);
  const model = methodModel({ instance, noun, verb, listed });
  Object.defineProperty(method, "name", { value: name });
  return finished(Object.assign(method, { raw, operation }), model);
}

function extraMethodOf(shell: ShellState, instance: ServiceInstance, noun: string, verb: string, extra: Extra): object {
  const model = methodModel({ instance, noun, verb, extra });
  const method = (...args: readonly unknown[]) => callExtra(shell, instance, { noun, verb, extra }, args);
  Object.defineProperty(method, "name", { value: `${noun}.${verb}` });
  return finished(method, model);
}

/** Attaches help to an object. Printing the object shows the help. */
function finished<Thing extends object>(thing: Thing, model: Model): Thing {
  Object.defineProperty(thing, "help", { get: () => model.help });
  describeAs(thing, model);
  return Object.freeze(drawnAs(thing, (style) => linesOf(model.help, style)));
}

/**
 * Defines a property for a noun or verb. If the revision lacks the noun or verb, the property is not enumerable, so that listings do not
 * show it.
 */
function hide(target: Record<string, object>, name: string, value: object, isShown: boolean): void {
  Object.defineProperty(target, name, { value, enumerable: isShown });
}

function instanceModel(instance: ServiceInstance): Model {
  return {
    path: instance.global,
    names: () => [...new Set(operationsIn(instance).map(({ noun }) => noun)), "help"],
    below: (noun) => (instance.operations.some((each) => each.noun === noun) ? nounModel(instance, noun) : undefined),
    get help() {
      return instanceHelp(instance);
    },
  };
}

function nounModel(instance: ServiceInstance, noun: string): Model {
  const verbs = () =>
    operationsIn(instance)
      .filter((each) => each.noun === noun)
      .map(({ verb }) => verb);
  return {
    path: `${instance.global}.${noun}`,
    names: () => [...verbs(), ...Object.keys(extrasIn(instance, noun)), "help"],
    below: (verb) => {
      const listed = instance.operations.find((each) => each.name === `${noun}.${verb}`);
      if (listed) return methodModel({ instance, noun, verb, listed });
      const extras = extrasOf(instance, noun);
      const extra = Object.hasOwn(extras, verb) ? extras[verb] : undefined;
      return extra && methodModel({ instance, noun, verb, extra });
    },
    get help() {
      return nounHelp(instance, noun);
    },
  };
}

function methodModel(method: MethodModel): Model {
  return {
    path: `${method.instance.global}.${method.noun}.${method.verb}`,
    names: () => (method.listed ? ["help", "raw"] : ["help"]),
    below: () => undefined,
    method,
    get help() {
      return methodHelp(method);
    },
  };
}
