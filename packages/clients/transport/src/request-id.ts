/** The part of the platform's `crypto` that makes ids. Only pages of secure origins have `randomUUID`. */
interface Randomness {
  randomUUID?(): string;
  getRandomValues(bytes: Uint8Array<ArrayBuffer>): Uint8Array;
}

/** Node's own module, because the first use of the global `crypto` loads all of web crypto. */
const platform: Randomness = globalThis.process?.getBuiltinModule?.("node:crypto") ?? crypto;

/** Makes the id of a request. */
export function newRequestId(randomness: Randomness = platform): string {
  if (randomness.randomUUID) return randomness.randomUUID();
  const bytes = randomness.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
