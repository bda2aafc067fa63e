import { joinedWords, shown } from "@reeve/terminal";
import { extrasIn, operationsIn, type ServiceInstance } from "../clusters/instance.ts";
import { drawnAs } from "../show/drawings.ts";
import { columns } from "./help-lines.ts";
import { shapeOf } from "./method-help.ts";
import type { Help } from "./model.ts";

/** The help of a service, which lists its nouns. */
export function instanceHelp(instance: ServiceInstance): Help & { readonly nouns: Readonly<Record<string, readonly string[]>> } {
  const { api, global, service } = instance;
  const revision = instance.knownRevision();
  const nouns: Record<string, string[]> = {};
  for (const [noun = "", operations = []] of Map.groupBy(operationsIn(instance), (each) => each.noun)) {
    nouns[noun] = [...operations.map(({ verb }) => verb), ...Object.keys(extrasIn(instance, noun))];
  }
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
  const operations = operationsIn(instance).filter((each) => each.noun === noun);
  const extras = extrasIn(instance, noun);
  const verbs = Object.fromEntries([
    ...operations.map(({ verb, operation }) => [verb, operation.summary] as const),
    ...Object.entries(extras).map(([verb, { summary }]) => [verb, summary] as const),
  ]);
  const summary = `${Object.keys(verbs).length} methods for ${noun}`;
  const rows = [
    ...operations.map((listed) => [shapeOf({ instance, noun, verb: listed.verb, listed }), listed.operation.summary] as const),
    ...Object.entries(extras).map(([verb, extra]) => [shapeOf({ instance, noun, verb, extra }), extra.summary] as const),
  ].map(([shape, words]) => [`  ${shape}`, words] as const);
  if (rows.length > 0) return drawnAs({ name, summary, verbs }, (style) => [style.paint.bold(name), "", ...columns(rows, style)]);
  return drawnAs({ name, summary: notHere(instance, noun), verbs }, () => [notHere(instance, noun)]);
}

function notHere(instance: ServiceInstance, noun: string): string {
  const having = new Set(instance.operations.filter((each) => each.noun === noun).flatMap(({ revisions }) => revisions));
  return `${noun}: ${joinedWords([...having])} only; this cluster is ${instance.knownRevision()}`;
}
