import type { Engine } from "../engine.ts";
import type { Runtime } from "../runtime.ts";
import type { Kind } from "./instance-definition.ts";

/** An engine that definitions can name, with one of its runtimes. The first runtime of an engine and the first engine of a kind are the defaults. */
export interface Offer {
  readonly engine: Pick<Engine, "name" | "kind" | "settings">;
  readonly runtime: Pick<Runtime, "name" | "settings">;
}

/** The error for an unknown engine. */
export function noEngine(kind: Kind, engine: string, offers: readonly Offer[]): string {
  const known = namesOf(offers.filter((offer) => offer.engine.kind === kind).map((offer) => offer.engine));
  return `there is no engine ${JSON.stringify(engine)} for a ${kind}; available: ${known || "none"}`;
}

/** The error for a definition's runtime that is unknown or that the engine does not support. */
export function noRuntime(engine: string, runtime: string, fitting: readonly Offer[], all: readonly Offer[]): string {
  const known = all.map((offer) => offer.runtime);
  return known.some(({ name }) => name === runtime)
    ? `the engine ${engine} does not run on ${runtime}: it runs on ${namesOf(fitting.map((offer) => offer.runtime))}`
    : `there is no runtime ${JSON.stringify(runtime)}; available: ${namesOf(known)}`;
}

function namesOf(named: readonly { readonly name: string }[]): string {
  return [...new Set(named.map(({ name }) => name))].join(", ");
}
