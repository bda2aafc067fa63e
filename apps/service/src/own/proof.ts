import { createHmac } from "node:crypto";
import { isRecord, ReeveError } from "@reeve/contract";
import { json } from "../http/answer.ts";
import { readJson } from "../http/content.ts";
import type { OwnRoute } from "./own-api.ts";

/**
 * The route at which the service proves that it knows the key in its user's profile, before commands send it a token. The proof covers the
 * address, so that a program on another port cannot pass the proof of this service on as its own.
 */
export function proofRoutes(key: string | undefined, url: () => string): readonly OwnRoute[] {
  if (key === undefined) return [];
  return [
    {
      name: "proof",
      method: "POST",
      path: "/reeve/v1/proof",
      effect: "read",
      open: true,
      answer: async ({ request }) => {
        const body = await readJson(request);
        if (!isRecord(body) || typeof body.nonce !== "string" || body.nonce.length > MAX_NONCE)
          throw new ReeveError("bad-input", "expected {nonce}: a random text");
        return json({ proof: createHmac("sha256", key).update(`${url()}\n${body.nonce}`).digest("base64url") });
      },
    },
  ];
}

const MAX_NONCE = 200;
