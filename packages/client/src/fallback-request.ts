import { type ListedOperation, type Method, type Route, routesOf } from "@reeve/contract";
import { controlAnswer } from "@reeve/scheduler-models";
import type { ServiceTraits } from "./service-traits.ts";

/** Another way to ask the same, for servers that do not take the documented one. */
export interface FallbackRequest {
  /** Under which a client remembers that its server wants it so. */
  readonly key: string;
  /** With which statuses a server says that it does not take the way that it was asked in. */
  readonly refusedWith: readonly number[];
  readonly method?: Method;
  readonly route?: Route;
  spell?(field: string, text: string): string;
}

/** The other way of an operation; most have none. */
export function fallbackRequest(
  { operation, name }: ListedOperation,
  revision: string,
  { fallbackSpellings = [] }: ServiceTraits,
): FallbackRequest | undefined {
  const [first, second] = routesOf(operation, revision);
  // Some servers take controls with POST only. 405 proves that nothing was done, so even a change may be sent again.
  if (operation.output === controlAnswer) {
    return first.method === "POST" ? undefined : { key: "controls", refusedWith: [405], method: "POST" };
  }
  if (operation.effect !== "read") return undefined;
  if (second) {
    const samePath = first.segments.length === second.segments.length;
    return { key: name, refusedWith: [samePath ? 405 : 404], route: second };
  }
  const fallback = fallbackSpellings.find((each) => each.operation === name);
  if (!fallback) return undefined;
  return {
    key: name,
    refusedWith: fallback.refusedWith,
    spell: (field, text) => (field === fallback.field ? (fallback.spell(text) ?? text) : text),
  };
}
