import { ReeveError } from "@reeve/contract";
import type { Way } from "./line.ts";

/** Stands in for `dispatcher.ts` in bundles for browsers: there the platform alone decides whom it trusts. */
export async function createCarrier({ ca, fetch }: Way): Promise<undefined> {
  if (ca === undefined || fetch) return undefined;
  throw new ReeveError("bad-input", "ca: a browser cannot be told of an authority; install it there");
}
