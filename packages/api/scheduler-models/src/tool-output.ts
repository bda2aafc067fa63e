import { type HiddenFailure, isRecord, type WireAnswer } from "@reeve/contract";

/** The standard output and the error output of a tool. */
export interface ToolOutput {
  readonly output: string;
  readonly error: string;
}

const OUTPUT = "Output:";
const ERROR = "Error:";

/** Removes the prefixes that some servers add to a tool's output and errors: `Output: … Error: …`. */
export function toolOutput(message: string): ToolOutput {
  const text = message.trim();
  if (text.startsWith(ERROR)) return { output: "", error: text.slice(ERROR.length).trim() };
  if (!text.startsWith(OUTPUT)) return { output: text, error: "" };
  const at = errorAt(text);
  if (at < 0) return { output: text.slice(OUTPUT.length).trim(), error: "" };
  return { output: text.slice(OUTPUT.length, at).trim(), error: text.slice(at + ERROR.length).trim() };
}

/** The index of the tool's errors, which begin with the first `Error:` at the start of a word. */
function errorAt(text: string): number {
  let at = text.indexOf(ERROR, OUTPUT.length);
  while (at >= 0 && at > OUTPUT.length && !/\s/.test(text.charAt(at - 1))) at = text.indexOf(ERROR, at + 1);
  return at;
}

/**
 * Finds a failure in a body with a 2xx status. If the tool reports success, there is no failure. Otherwise, the answer is a failure if the
 * error output contains more than warnings, or if the output begins like a tool's error.
 */
export function hiddenFailure({ body }: WireAnswer): HiddenFailure | undefined {
  if (isRecord(body) && typeof body.Error === "string") return { code: "bad-input", message: body.Error };
  const message = isRecord(body) ? body.message : body;
  if (typeof message !== "string" || SUCCEEDED.test(message)) return undefined;
  const { output, error } = toolOutput(message);
  const line = linesOf(error).find((each) => !HARMLESS.test(each)) ?? linesOf(output).find((each) => FAILED.test(each));
  if (line === undefined) return undefined;
  return { code: codeOf(`${output}\n${error}`), message: line };
}

/** Matches the success messages of the engines' tools. */
const SUCCEEDED = /Created topic|succeeded!|marked for deletion|records sent,/;

/** Matches the beginning of a harmless line: a warning or a note, optionally after a time. */
const HARMLESS = /^(?:\[[^\]]{1,60}\] )?(?:WARN|INFO|DEBUG|SLF4J|log4j)/i;

/** Matches the beginning of a line that reports the failure of a tool. */
const FAILED =
  /^(?:\[[^\]]{1,60}\] )?(?:Error while executing|Error:|ERROR\b|Exception in thread|[\w.$]{1,200}(?:Exception|Error): |.{0,200}\b(?:already exists|does not exist)\b)/;

function codeOf(words: string): HiddenFailure["code"] {
  if (/already exists/i.test(words)) return "conflict";
  return /does not exist|unknown topic|not found/i.test(words) ? "not-found" : "server-failure";
}

function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
