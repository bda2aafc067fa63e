import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A jar as it must be. */
export interface PinnedJar {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** Reads the list of a release: a line for each jar, with its name, size in bytes and sha256. */
export function pinnedJars(list: string): readonly PinnedJar[] {
  return list.split("\n").map((line) => {
    const [name = "", size, sha256 = ""] = line.split(" ");
    return { name, size: Number(size), sha256 };
  });
}

/** What is wrong with the jars in a folder, the first that is found; nothing where all are there and are what they must be. What is there besides is not run. */
export async function faultOf(folder: string, jars: readonly PinnedJar[]): Promise<string | undefined> {
  for (const { name, size, sha256 } of jars) {
    const content = await readFile(join(folder, name)).catch(() => undefined);
    if (content === undefined) return `${name} is missing`;
    if (content.length !== size) return `${name} has ${content.length} bytes instead of ${size}`;
    const found = createHash("sha256").update(content).digest("hex");
    if (found !== sha256) return `${name} is not the expected one: its sha256 is ${found} instead of ${sha256}`;
  }
  return undefined;
}
