import type { brokerApi } from "@reeve/broker-models";
import { type AnyApi, type CanonicalOf, nearest, ReeveError } from "@reeve/contract";
import type { fileSystemApi } from "@reeve/file-system-models";
import type { Instance, Kind, Orchestrator } from "@reeve/orchestrator";
import type { HttpAnswer } from "../http/message.ts";

/** What a handler gets in addition to the input: the revision, and a signal that is aborted when the client disconnects. */
export interface Asked {
  readonly revision: string;
  signal(): AbortSignal;
  /** The timeout that the operation declares, in milliseconds; undefined if it declares none. */
  readonly timeout: number | undefined;
  /** Whether the client accepts fields that are not in the API documents, such as notes. */
  readonly takesNotes: boolean;
}

/** Answers one operation. Failures are thrown as errors with a code. */
export type Handler<K extends Kind, Input> = (instance: Instance<K>, input: Input, asked: Asked) => HttpAnswer | Promise<HttpAnswer>;

/** One handler for each operation of an API, under the operation's name. An operation without a handler does not compile. */
export type Handlers<Api extends AnyApi, K extends Kind> = {
  readonly [Noun in keyof Api["operations"]]: {
    readonly [Verb in keyof Api["operations"][Noun]]: Handler<K, CanonicalOf<Api["operations"][Noun][Verb]>>;
  };
};

export type BrokerHandlers = Handlers<typeof brokerApi, "broker">;

/** Handlers of operations that several kinds of service have, as the file system's API declares them. */
export type SharedHandlers = Handlers<typeof fileSystemApi, Kind>;

/** The error for an unknown plan. The message lists the existing plans. */
export function noPlan(service: string, plan: string, known: readonly string[]): ReeveError {
  return new ReeveError("not-found", `no plan "${plan}" in ${service}; there are ${listNames(known)}`);
}

/** The error for an unknown broker. The message lists the existing brokers. */
export function noBroker(service: string, broker: string, known: readonly string[]): ReeveError {
  return new ReeveError("not-found", `no broker ${broker} in ${service}; there are ${listNames(known)}`);
}

/** The error for an unknown node. The message suggests the most similar node. */
export function noNode(service: string, node: string, known: readonly string[]): ReeveError {
  return new ReeveError("not-found", `no node "${node}" in ${service}${meant(node, known)}`);
}

export function noConfiguration(service: string, id: string): ReeveError {
  return new ReeveError("not-found", `no configuration ${id} in ${service}`);
}

/** The error for an unknown service. The message lists the existing services. */
export function noService(name: string, known: readonly string[]): ReeveError {
  const there = known.length === 0 ? "there are none" : `there are ${listNames(known)}`;
  return new ReeveError("not-found", `no service "${name.slice(0, 100)}" here${meant(name, known)}; ${there}`);
}

/** The error for a service that is not there, or is being removed. */
export function serviceNotFound(orchestrator: Pick<Orchestrator, "instances" | "removals">, name: string): ReeveError {
  const removal = orchestrator.removals().find((each) => each.name === name);
  const names = orchestrator.instances().map((each) => each.name);
  if (!removal) return noService(name, names);
  const why = removal.troubles.map((each) => `; ${each}`).join("");
  return new ReeveError("not-found", `the service ${name} is being removed${why}`);
}

/** The largest number of names in a message: a longer list would hide the error. */
const MAX_LISTED = 20;

function listNames(known: readonly string[]): string {
  const listed = known.slice(0, MAX_LISTED).join(", ");
  return known.length <= MAX_LISTED ? listed : `${listed} and ${known.length - MAX_LISTED} more`;
}

function meant(given: string, known: readonly string[]): string {
  const near = nearest(given, known);
  return near === undefined ? "" : ` (did you mean "${near}"?)`;
}
