import type { Program } from "./runtime.ts";

/** Waits until a program has ended with success, and returns its whole output. */
export async function outputOf({ output }: Pick<Program, "output">): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of output) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
