import type { CallOptions } from "@reeve/client";
import type { ListedOperation } from "@reeve/contract";
import { instanceHelp, nounHelp } from "../help/help.ts";
import { methodHelp } from "../help/method-help.ts";
import { describeAs, type Model } from "../help/model.ts";
import { drawnAs, linesOf } from "../show/drawings.ts";
import type { ShellState } from "../start/shell.ts";
import { callInShell, drawingOf, fieldsFrom } from "./call.ts";
import { callExtra } from "./extra-call.ts";
import { methodsIn, methodsOf, operationsIn, type ServiceInstance, type ServiceMethod } from "./instance.ts";

/**
 * The object of a service in the shell, with its nouns and verbs, each with help. It also has the operations that the revision lacks;
 * calling one of them says what to call instead.
 */
export function treeOf(shell: ShellState, instance: ServiceInstance): object {
  const nouns = () => [...new Set(operationsIn(instance).map(({ noun }) => noun))];
  const tree: Record<string, object> = {};
  for (const noun of new Set(instance.operations.map((each) => each.noun))) {
    hide(tree, noun, nounOf(shell, instance, noun), nouns().includes(noun));
  }
  return finished(tree, {
    path: instance.global,
    names: () => [...nouns(), "help"],
    get help() {
      return instanceHelp(instance);
    },
  });
}

function nounOf(shell: ShellState, instance: ServiceInstance, noun: string): object {
  const shown = () => methodsIn(instance, noun).map(({ verb }) => verb);
  const verbs: Record<string, object> = {};
  for (const method of methodsOf(instance, noun)) hide(verbs, method.verb, methodOf(shell, method), shown().includes(method.verb));
  return finished(verbs, {
    path: `${instance.global}.${noun}`,
    names: () => [...shown(), "help"],
    get help() {
      return nounHelp(instance, noun);
    },
  });
}

function methodOf(shell: ShellState, method: ServiceMethod): object {
  const { instance, noun, verb, listed, extra } = method;
  const called = listed && !extra ? callOf(shell, instance, listed) : (...args: readonly unknown[]) => callExtra(shell, method, args);
  Object.defineProperty(called, "name", { value: `${noun}.${verb}` });
  return finished(called, {
    path: `${instance.global}.${noun}.${verb}`,
    names: () => (extra ? ["help"] : ["help", "raw"]),
    method,
    get help() {
      return methodHelp(method);
    },
  });
}

function callOf(shell: ShellState, instance: ServiceInstance, listed: ListedOperation) {
  const raw = (typed?: unknown, options?: CallOptions) => callInShell(shell, instance, listed, fieldsFrom(listed, typed), options);
  const call = (typed?: unknown, options?: CallOptions) => {
    const answer = raw(typed, options);
    const value = answer.then((each) => each.read());
    let answered: Awaited<typeof answer> | undefined;
    answer.then((each) => (answered = each)).catch(() => undefined);
    shell.drawings.promised(value, (each) => ({
      ...drawingOf(shell, instance, listed.name, fieldsFrom(listed, typed), each),
      ...(answered && { wire: answered }),
    }));
    return value;
  };
  return Object.assign(call, { raw, operation: listed.operation });
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
