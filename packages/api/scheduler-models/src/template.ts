import { ReeveError } from "@reeve/contract";

/** A part of a template: text, a variable, or a section that depends on a flag. */
type Piece =
  | { readonly text: string }
  | { readonly variable: string }
  | { readonly flag: string; readonly inverted: boolean; readonly pieces: readonly Piece[] };

/** The names in a template, each once, in order of appearance: variables, and the flags of sections. */
export function templateVariables(template: string): { readonly variables: readonly string[]; readonly flags: readonly string[] } {
  const variables = new Set<string>();
  const flags = new Set<string>();
  const walk = (pieces: readonly Piece[]): void => {
    for (const piece of pieces) {
      if ("variable" in piece) variables.add(piece.variable);
      if (!("flag" in piece)) continue;
      flags.add(piece.flag);
      walk(piece.pieces);
    }
  };
  walk(parse(template));
  return { variables: [...variables], flags: [...flags] };
}

/**
 * Fills in a configuration template. `{{NAME}}` is replaced by its value. `{{#FLAG}}…{{/FLAG}}` is kept if the flag is set (neither empty
 * nor `false`), and `{{^FLAG}}…{{/FLAG}}` if it is not. Values are not escaped. A missing variable is an error, because otherwise
 * only the node would notice the gap in its configuration.
 */
export function renderTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const missing = new Set<string>();
  const lookUp = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);
  const render = (pieces: readonly Piece[]): string =>
    pieces
      .map((piece) => {
        if ("text" in piece) return piece.text;
        if ("flag" in piece) return isSet(lookUp(piece.flag)) !== piece.inverted ? render(piece.pieces) : "";
        const value = lookUp(piece.variable);
        if (value === undefined) missing.add(piece.variable);
        return value ?? "";
      })
      .join("");
  const filled = render(parse(template));
  if (missing.size > 0) throw new ReeveError("bad-input", `the template has no value for ${[...missing].join(", ")}`);
  return filled;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "" && value !== "false";
}

/** A tag. If a tag that opens or closes a section is alone on its line, the whole line is removed. */
const TAG = /(?<=^|\n)[ \t]*\{\{([#^/])\s*([\w.]+)\s*\}\}[ \t]*(?:\r?\n|$)|\{\{([#^/]?)\s*([\w.]+)\s*\}\}/g;

function parse(template: string): readonly Piece[] {
  const root: Piece[] = [];
  const open: { flag: string; pieces: Piece[] }[] = [];
  let into = root;
  let end = 0;
  for (const tag of template.matchAll(TAG)) {
    const kind = tag[1] ?? tag[3] ?? "";
    const name = tag[2] ?? tag[4] ?? "";
    if (tag.index > end) into.push(plain(template.slice(end, tag.index)));
    end = tag.index + tag[0].length;
    if (kind === "") into.push({ variable: name });
    else if (kind === "/") {
      const section = open.pop();
      if (section?.flag !== name) throw unbalanced(`{{/${name}}} closes ${section ? `{{#${section.flag}}}` : "nothing"}`);
      into = open.at(-1)?.pieces ?? root;
    } else {
      if (open.length >= MAX_DEPTH) throw unbalanced(`more than ${MAX_DEPTH} sections are nested`);
      const pieces: Piece[] = [];
      into.push({ flag: name, inverted: kind === "^", pieces });
      open.push({ flag: name, pieces });
      into = pieces;
    }
  }
  const unclosed = open.at(-1);
  if (unclosed) throw unbalanced(`{{#${unclosed.flag}}} is never closed`);
  if (end < template.length) into.push(plain(template.slice(end)));
  return root;
}

/** Nested sections are walked recursively, so their depth is limited. */
const MAX_DEPTH = 100;

/** Returns the text between two tags. An unknown form of tag is refused, because it would end up in a configuration file. */
function plain(text: string): Piece {
  const at = text.indexOf("{{");
  if (at < 0) return { text };
  throw new ReeveError("bad-input", `the template has a tag that is not understood: ${JSON.stringify(text.slice(at, at + 40))}`);
}

function unbalanced(reason: string): ReeveError {
  return new ReeveError("bad-input", `the template's sections do not match: ${reason}`);
}
