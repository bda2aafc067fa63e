import { type ListedOperation, type Method, type Route, routesOf } from "@reeve/contract";
import { controlAnswer } from "@reeve/scheduler-models";
import type { ServiceTraits } from "./service-traits.ts";

/** Another form of the same request, for servers that refuse the documented one. */
export interface FallbackRequest {
  /** The key under which a client remembers that its server needs this form. */
  readonly key: string;
  /** The statuses with which a server refuses the documented form. */
  readonly refusedWith: readonly number[];
  readonly method?: Method;
  readonly route?: Route;
  spell?(field: string, text: string): string;
}

/** The other form of an operation's request; most have none. */
export function fallbackRequest(
  { operation, name }: ListedOperation,
  revision: string,
  { fallbackSpellings = [] }: ServiceTraits,
): FallbackRequest | undefined {
  const [first, second] = routesOf(operation, revision);
  // Some servers accept plan controls by POST only. 405 proves that nothing was done, so even a change may be sent again.
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
