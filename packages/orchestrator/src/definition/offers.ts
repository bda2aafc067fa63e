import type { Engine } from "../engine.ts";
import type { Runtime } from "../runtime.ts";
import type { Kind } from "./instance-definition.ts";

/** An engine that definitions can name, with a runtime that it goes together with. Of several runtimes, and of several engines of a kind, the first is the usual one. */
export interface Offer {
  readonly engine: Pick<Engine, "name" | "kind" | "settings">;
  readonly runtime: Pick<Runtime, "name" | "settings">;
}

/** Why there is no such engine. */
export function noEngine(kind: Kind, engine: string, offers: readonly Offer[]): string {
  const known = namesOf(offers.filter((offer) => offer.engine.kind === kind).map((offer) => offer.engine));
  return `there is no engine ${JSON.stringify(engine)} for a ${kind} here; there is ${known || "none"}`;
}

/** Why an engine does not run where it shall. */
export function noRuntime(engine: string, runtime: string, fitting: readonly Offer[], all: readonly Offer[]): string {
  const known = all.map((offer) => offer.runtime);
  return known.some(({ name }) => name === runtime)
    ? `the engine ${engine} does not run on ${runtime}: it runs on ${namesOf(fitting.map((offer) => offer.runtime))}`
    : `there is no runtime ${JSON.stringify(runtime)} here; there is ${namesOf(known)}`;
}

function namesOf(named: readonly { readonly name: string }[]): string {
  return [...new Set(named.map(({ name }) => name))].join(", ");
}
