import { generateKeyPairSync } from "node:crypto";
import type { Keep } from "../state/state-folder.ts";

/** The stored RSA private key with this name, as PEM (PKCS#8). If there is none, creates and stores a key. */
export function keptPrivateKey(keep: Keep, name: string): string {
  const kept = keep.read(name);
  if (kept !== undefined) return kept;
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  keep.write(name, privateKey);
  return privateKey;
}
