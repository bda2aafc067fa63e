import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Keep } from "../state/state-folder.ts";

/** Remembers a hash of the definition file that was deployed last. */
export interface DeployedFile {
  isUnchanged(path: string): boolean;
  remember(path: string): void;
}

const NAME = "definition-file";

export function deployedFile(keep: Pick<Keep, "read" | "write">): DeployedFile {
  return {
    isUnchanged: (path) => keep.read(NAME) === hashOf(path),
    remember: (path) => {
      const hash = hashOf(path);
      if (hash !== undefined && keep.read(NAME) !== hash) keep.write(NAME, hash);
    },
  };
}

function hashOf(path: string): string | undefined {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex");
  } catch {
    // If the file cannot be read, the deployment reports the error.
    return undefined;
  }
}
