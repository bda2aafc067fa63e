import { type AnyOperation, fieldsOf, type InputField, routeTextsOf } from "@reeve/contract";
import { joinedWords, type Style } from "@reeve/terminal";
import type { ServiceInstance, ServiceMethod } from "../clusters/instance.ts";
import { drawnAs } from "../show/drawings.ts";
import { columns, paragraph } from "./help-lines.ts";
import type { Help } from "./model.ts";

/** The help of a method: its call, its effect, its input, and an example. */
export function methodHelp(method: ServiceMethod): Help & { readonly signature: string; readonly example: string } {
  const name = `${method.instance.global}.${method.noun}.${method.verb}`;
  const help = { name, signature: calledAs(method), summary: methodSummary(method), example: exampleOf(method) };
  const absent = absence(method);
  if (absent === undefined) return drawnAs(help, (style) => methodLines(method, style));
  // If the revision lacks the operation, the help describes the operation to call instead.
  const shownInstead = insteadOf(method) ?? method;
  return drawnAs(help, (style) => [...methodLines(shownInstead, style), ...paragraph(`(${absent})`, style)]);
}

function methodLines(method: ServiceMethod, style: Style): readonly string[] {
  return [
    style.paint.bold(calledAs(method)),
    style.paint.dim(kindOf(method)),
    "",
    ...paragraph([methodSummary(method), aboutOf(method)].filter(Boolean).join(". "), style),
    ...fieldLines(method, style),
    "",
    `  ${exampleOf(method)}`,
  ];
}

/** One line with the signature and the summary of a method, shown while the user types. */
export function hintOf(method: ServiceMethod): string {
  return absence(method) ?? `${method.noun}.${shapeOf(method)}  ${methodSummary(method)}  ${kindOf(method)}`;
}

/** What a method does, in one sentence. */
export function methodSummary({ listed, extra }: ServiceMethod): string {
  return extra?.summary ?? listed?.operation.summary ?? "";
}

/** A field of a method's input, for help and completion. */
type MethodField = Pick<InputField, "name" | "about" | "required" | "isSecret" | "values" | "hasCommas" | "names" | "fallback">;

/** The fields of a method's input. If the revision is known and has the operation, these are the fields that the revision supports. */
export function methodFields({ instance, listed, extra }: ServiceMethod): readonly MethodField[] {
  if (extra?.field) {
    return [{ required: false, isSecret: false, values: [], hasCommas: false, fallback: undefined, ...extra.field }];
  }
  return listed ? fieldsOf(listed.operation, instance.knownRevision()) : [];
}

function calledAs(method: ServiceMethod): string {
  return `${method.instance.global}.${method.noun}.${shapeOf(method)}`;
}

/** The signature of a method, such as `describe({ topic, time? })`. */
export function shapeOf(method: ServiceMethod): string {
  const names = methodFields(method).map(({ name, required }) => (required ? name : `${name}?`));
  return `${method.verb}${names.length === 0 ? "()" : `({ ${names.join(", ")} })`}`;
}

/** The effect and the request of a method, such as `change · POST /pod/{node}/restart`. */
function kindOf({ instance, listed, extra }: ServiceMethod): string {
  const request = extra || !listed ? "more than one call" : routeOf(instance, listed.operation);
  return `${listed?.operation.effect ?? "read"} · ${request}`;
}

/** The route in this revision, or else in the newest revision that has the operation. */
function routeOf(instance: ServiceInstance, operation: AnyOperation): string {
  const sent = (revision: string) => routeTextsOf(operation, revision)[0];
  const newest = instance.api.revisions.findLast((revision) => sent(revision) !== undefined);
  return sent(instance.knownRevision() ?? "") ?? sent(newest ?? "") ?? "";
}

/** If this revision lacks the operation, says which revisions have it, and what to call in this revision instead. */
function absence(method: ServiceMethod): string | undefined {
  const { instance, listed, extra } = method;
  const revision = instance.knownRevision();
  if (extra || !listed || revision === undefined || listed.revisions.includes(revision)) return undefined;
  const instead = insteadOf(method);
  const advice = instead ? `; call ${instance.global}.${instead.noun}.${instead.verb}` : "";
  return `${listed.name} exists in ${joinedWords(listed.revisions)} only; this cluster is ${revision}${advice}`;
}

function insteadOf({ instance, listed }: ServiceMethod): ServiceMethod | undefined {
  const other = instance.operations.find(({ name }) => name === listed?.operation.instead);
  if (!other?.revisions.includes(instance.knownRevision() ?? "")) return undefined;
  return { instance, noun: other.noun, verb: other.verb, listed: other };
}

function aboutOf({ listed, extra }: ServiceMethod): string {
  if (extra || !listed) return extra?.about ?? "";
  const { about, effect, extensions } = listed.operation;
  const requested = effect === "destroy" ? "The shell asks for confirmation first." : "";
  const beyond = Object.entries(extensions).map(([revision, why]) => `In ${revision}: ${why}.`);
  return [about, requested, ...beyond].filter(Boolean).join(" ");
}

/** An example call. */
export function exampleOf({ verb, listed, extra, instance, noun }: ServiceMethod): string {
  return `${instance.global}.${noun}.${verb}(${literal(extra ? extra.example : listed?.operation.example)})`;
}

/** Writes a value as a user would type it. */
function literal(value: unknown): string {
  if (typeof value !== "object" || value === null) return value === undefined ? "" : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  const fields = Object.entries(value).map(([name, each]) => `${name}: ${literal(each)}`);
  return fields.length === 0 ? "" : `{ ${fields.join(", ")} }`;
}

function fieldLines(method: ServiceMethod, style: Style): readonly string[] {
  const fields = methodFields(method);
  if (fields.length === 0) return [];
  const rows = fields.map(({ name, about, required, values }) => {
    const words = values.length > 0 && !values.every((each) => about.includes(each)) ? `: ${values.join(" or ")}` : "";
    return [`  ${name}`, `${about}${words}${required ? "" : " (optional)"}`] as const;
  });
  return ["", ...columns(rows, style)];
}
