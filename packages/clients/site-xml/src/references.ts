import { isLegal } from "./characters.ts";
import { refuse } from "./error.ts";

/** Returns the end of the reference whose `&` is at `at`. Refuses entities that XML does not predefine. */
export function referenceEnd(text: string, at: number): number {
  REFERENCE.lastIndex = at;
  const reference = REFERENCE.exec(text);
  if (reference === null) return refuseReference(text, at);
  const [, decimal, hexadecimal] = reference;
  if (decimal !== undefined) checkCharacter(text, at, Number.parseInt(decimal, 10));
  if (hexadecimal !== undefined) checkCharacter(text, at, Number.parseInt(hexadecimal, 16));
  return REFERENCE.lastIndex;
}

/** Resolves the references of a checked text, each one once: `&amp;lt;` becomes `&lt;`. */
export function decodeReferences(text: string): string {
  if (!text.includes("&")) return text;
  let result = "";
  // Long texts are decoded in pieces, because all matches at once would fill the memory.
  for (let from = 0; from < text.length; ) {
    const last = text.lastIndexOf("&", from + PIECE);
    const end = last < from ? from + PIECE : text.indexOf(";", last) + 1;
    result += text.slice(from, end).replace(REFERENCES, resolve);
    from = end;
  }
  return result;
}

const PIECE = 1024;

const REFERENCE = /&(?:#([0-9]+)|#x([0-9a-fA-F]+)|amp|lt|gt|quot|apos);/y;
const REFERENCES = new RegExp(REFERENCE.source, "g");

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&apos;", "'"],
]);

function resolve(reference: string, decimal?: string, hexadecimal?: string): string {
  if (decimal !== undefined) return String.fromCodePoint(Number.parseInt(decimal, 10));
  if (hexadecimal !== undefined) return String.fromCodePoint(Number.parseInt(hexadecimal, 16));
  return ENTITIES.get(reference) ?? reference;
}

function checkCharacter(text: string, at: number, codePoint: number): void {
  if (!isLegal(codePoint)) {
    refuse(text, at, "not-well-formed", "this reference stands for a character that XML does not allow");
  }
}

function refuseReference(text: string, at: number): never {
  const name = /^&([^\s;&<]{1,40});/.exec(text.slice(at, at + 50))?.[1];
  if (name === undefined) {
    refuse(text, at, "not-well-formed", "& must be written &amp; unless it begins a reference");
  }
  if (name.startsWith("#")) refuse(text, at, "not-well-formed", `&${name}; is not a character reference`);
  refuse(text, at, "not-well-formed", `the entity ${name} is not defined; XML defines only amp, lt, gt, quot and apos`);
}
