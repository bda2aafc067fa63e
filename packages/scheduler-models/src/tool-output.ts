import { type HiddenFailure, isRecord, type WireAnswer } from "@reeve/contract";

/** What a tool printed, and what it complained about. */
export interface ToolOutput {
  readonly output: string;
  readonly error: string;
}

const OUTPUT = "Output:";
const ERROR = "Error:";

/** Takes off the prefixes that some servers put before a tool's output and its complaints: `Output: … Error: …`. */
export function toolOutput(message: string): ToolOutput {
  const text = message.trim();
  if (text.startsWith(ERROR)) return { output: "", error: text.slice(ERROR.length).trim() };
  if (!text.startsWith(OUTPUT)) return { output: text, error: "" };
  const at = complaintAt(text);
  if (at < 0) return { output: text.slice(OUTPUT.length).trim(), error: "" };
  return { output: text.slice(OUTPUT.length, at).trim(), error: text.slice(at + ERROR.length).trim() };
}

/** Where the complaints begin: at the first `Error:` that begins a word. */
function complaintAt(text: string): number {
  let at = text.indexOf(ERROR, OUTPUT.length);
  while (at >= 0 && at > OUTPUT.length && !/\s/.test(text.charAt(at - 1))) at = text.indexOf(ERROR, at + 1);
  return at;
}

/**
 * Finds the failure in a body that came with a status of success. What the tool says of success settles it; otherwise a complaint that
 * is more than a warning is a failure, and so is an output that begins as the tools' errors do.
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

/** How the tools of these engines say that they did what they were asked for. */
const SUCCEEDED = /Created topic|succeeded!|marked for deletion|records sent,/;

/** How a line begins that fails nothing: a warning or a note, with or without the time before it. */
const HARMLESS = /^(?:\[[^\]]{1,60}\] )?(?:WARN|INFO|DEBUG|SLF4J|log4j)/i;

/** How a line begins that says that a tool has failed. */
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
