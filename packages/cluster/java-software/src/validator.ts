import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ReeveError } from "@reeve/contract";
import { inherited } from "@reeve/orchestrator/engine";
import type { Installation } from "./installation.ts";
import { type EndedProgram, type ProgramEnvironment, run } from "./programs.ts";
import { installedTools } from "./tools.ts";

/** A program of the software that reads a settings file as a node does, and then ends. */
export interface Validation {
  /** Java's options, the main class and its arguments, for the path of the settings file. */
  command(file: string, folder: string): readonly string[];
  readonly settings: string;
  /** Why the program refused the settings; undefined if it accepted them. */
  refusalIn(ended: EndedProgram): string | undefined;
}

/** Resolves with the reason if the software cannot be asked, and rejects if it refuses. Answers are kept, as Java is slow. */
export type Validator = (validation: Validation) => Promise<string | undefined>;

/** Milliseconds until a program that does not answer is given up. It answers within seconds, unless the machine is very busy. */
const TIMEOUT = 60_000;

const KEPT = 200;

/** Makes the function that asks an installed software whether it accepts settings. */
export function createValidator(installation: Installation, environment: ProgramEnvironment): Validator {
  const { title } = installation.software;
  const answers = new Map<string, string | undefined>();

  async function ask({ command, settings, refusalIn }: Validation): Promise<string | undefined> {
    const tools = await installedTools(installation, environment);
    if (!tools) throw new Unavailable(`${title} has not been downloaded yet`);
    const { java, classPath } = tools;
    const folder = mkdtempSync(join(tmpdir(), "reeve-settings-"));
    try {
      const file = join(folder, "settings");
      const tmp = join(folder, "tmp");
      writeFileSync(file, settings);
      mkdirSync(tmp);
      const signal = AbortSignal.timeout(TIMEOUT);
      const words = [`-Djava.io.tmpdir=${tmp}`, ...command(file, folder)];
      return refusalIn(await run(java, words, { environment: { ...inherited(environment), CLASSPATH: classPath }, signal }));
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  return async (validation) => {
    const digest = createHash("sha256")
      .update(JSON.stringify([validation.settings, validation.command("", "")]))
      .digest("base64");
    if (!answers.has(digest)) {
      const answer = await ask(validation).catch((error: Error) => {
        if (error instanceof Unavailable || error instanceof ReeveError) return error;
        throw error;
      });
      if (answer instanceof Error) return answer.message;
      answers.set(digest, answer);
      for (const old of [...answers.keys()].slice(0, -KEPT)) answers.delete(old);
    }
    const refusal = answers.get(digest);
    if (refusal !== undefined) throw new ReeveError("bad-input", `engineConfiguration: ${title} refuses it: ${refusal}`);
    return undefined;
  };
}

class Unavailable extends Error {}
