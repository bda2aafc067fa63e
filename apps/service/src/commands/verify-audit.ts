import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Context, flagOf, type ParsedArguments, printOutcome, readTextFile, withHint } from "@reeve/commands";
import { ReeveError } from "@reeve/contract";
import { checkChain } from "../record/chain.ts";
import { stateIn } from "./record.ts";

/** Checks the digests of the audit log in a state folder, or of a copy. */
export async function verifyAudit(given: ParsedArguments, context: Context): Promise<void> {
  const file = flagOf(given, "file");
  const files = file === undefined ? filesIn(stateIn(given, context)) : [file];
  const texts = await Promise.all(files.map((each) => readTextFile(each, context)));
  const check = checkChain(texts.flatMap((text) => text.split("\n")));
  const { entries, broken, head } = check;
  if (broken.length > 0) {
    const lines = `line ${broken.slice(0, 10).join(", ")} of ${files.join(", ")}`;
    const sentence = `the audit log was edited: ${lines} does not fit the line before, or was changed`;
    throw withHint(new ReeveError("unexpected-response", sentence), COPY);
  }
  const words = entries === 0 ? "The audit log is empty." : `All ${entries} entries fit. The last digest is ${head}.`;
  await printOutcome(context, given, check, words);
}

const COPY = "reeve audit verify --file FILE checks a copy, such as the one that auditExport writes.";

function filesIn(state: string): readonly string[] {
  const files = [join(state, "audit.jsonl")];
  for (let number = 1; existsSync(join(state, `audit.jsonl.${number}`)); number++) files.unshift(join(state, `audit.jsonl.${number}`));
  return files;
}
