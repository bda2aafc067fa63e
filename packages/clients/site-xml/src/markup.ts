import { isBlank, nameEnd } from "./characters.ts";
import { refuse } from "./error.ts";

/** Returns the end of the comment or the CDATA section that starts at `at`. Refuses everything else that begins with `<!`. */
export function sectionEnd(text: string, at: number, insideRoot: boolean): number {
  if (text.startsWith("<!--", at)) return commentEnd(text, at);
  if (insideRoot && text.startsWith("<![CDATA[", at)) return closed(text, at, "]]>", at + 9, "CDATA section");
  if (/^<!DOCTYPE/i.test(text.slice(at, at + 9))) {
    refuse(text, at, "doctype-refused", "a configuration document cannot contain a DOCTYPE");
  }
  refuse(text, at, "not-well-formed", insideRoot ? "expected a comment or a CDATA section" : "expected a comment");
}

/** Returns the end of the processing instruction that starts at `at`. */
export function instructionEnd(text: string, at: number): number {
  const nameStop = nameEnd(text, at + 2);
  const target = text.slice(at + 2, nameStop);
  if (target === "") refuse(text, at, "not-well-formed", "expected a name after <?");
  if (/^xml$/i.test(target)) {
    refuse(text, at, "not-well-formed", "an XML declaration must be at the very beginning, in lower case");
  }
  if (!isBlank(text.charCodeAt(nameStop)) && !text.startsWith("?>", nameStop)) {
    refuse(text, nameStop, "not-well-formed", "expected a space or ?> after the name of the instruction");
  }
  return closed(text, at, "?>", nameStop, "processing instruction");
}

function commentEnd(text: string, at: number): number {
  const dashes = text.indexOf("--", at + 4);
  if (dashes < 0) refuse(text, at, "not-well-formed", "the comment is not closed");
  if (text[dashes + 2] === ">") return dashes + 3;
  refuse(text, dashes, "not-well-formed", "-- is not allowed in a comment");
}

function closed(text: string, at: number, terminator: string, from: number, what: string): number {
  const end = text.indexOf(terminator, from);
  if (end < 0) refuse(text, at, "not-well-formed", `the ${what} is not closed`);
  return end + terminator.length;
}
