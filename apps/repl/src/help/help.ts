import { joinedWords, shown } from "@reeve/terminal";
import { methodsIn, operationsIn, type ServiceInstance } from "../clusters/instance.ts";
import { drawnAs } from "../show/drawings.ts";
import { columns } from "./help-lines.ts";
import { methodSummary, shapeOf } from "./method-help.ts";
import type { Help } from "./model.ts";

/** The help of a service, which lists its nouns. */
export function instanceHelp(instance: ServiceInstance): Help & { readonly nouns: Readonly<Record<string, readonly string[]>> } {
  const { api, global, service } = instance;
  const revision = instance.knownRevision();
  const nouns: Record<string, string[]> = {};
  for (const { noun } of operationsIn(instance)) nouns[noun] ??= methodsIn(instance, noun).map(({ verb }) => verb);
  const summary = `the ${api.about} ${service}${revision === undefined ? "" : `, ${revision}`}`;
  return drawnAs({ name: global, summary, nouns }, (style) => [
    `${style.paint.bold(global)}  ${shown(summary, style)}`,
    "",
    ...columns(
      Object.entries(nouns).map(([noun, verbs]) => [`  ${noun}`, verbs.join(" ")]),
      style,
    ),
    "",
    style.paint.dim(`help ${global}.${Object.keys(nouns)[0]} explains the methods of ${Object.keys(nouns)[0]}`),
  ]);
}

/** The help of a noun, which lists its verbs. */
export function nounHelp(instance: ServiceInstance, noun: string): Help & { readonly verbs: Readonly<Record<string, string>> } {
  const name = `${instance.global}.${noun}`;
  const methods = methodsIn(instance, noun);
  const verbs = Object.fromEntries(methods.map((method) => [method.verb, methodSummary(method)]));
  if (methods.length === 0) return drawnAs({ name, summary: notHere(instance, noun), verbs }, () => [notHere(instance, noun)]);
  const rows = methods.map((method) => [`  ${shapeOf(method)}`, methodSummary(method)] as const);
  const summary = `${methods.length} methods for ${noun}`;
  return drawnAs({ name, summary, verbs }, (style) => [style.paint.bold(name), "", ...columns(rows, style)]);
}

function notHere(instance: ServiceInstance, noun: string): string {
  const having = new Set(instance.operations.filter((each) => each.noun === noun).flatMap(({ revisions }) => revisions));
  return `${noun}: ${joinedWords([...having])} only; this cluster is ${instance.knownRevision()}`;
}
