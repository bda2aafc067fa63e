import { readFileSync } from "node:fs";

/** Examples of a README that belong together, as one program. */
export interface ReadmeProgram {
  readonly source: string;
  /** The lines that it says it prints. */
  readonly prints: readonly string[];
  /** How many values it promises. */
  readonly promises: number;
}

/**
 * Takes the programs out of a page. A block marked `ts` begins one, a block marked `ts continued` goes on with the one before it. What a
 * line prints stands behind `// →`; what an expression gives stands behind `//`, what it throws behind `// throws:`.
 */
export function readmePrograms(path: string): readonly ReadmeProgram[] {
  const blocks: string[][] = [];
  for (const [, continued, code = ""] of readFileSync(path, "utf8").matchAll(
    /^```ts( continued)?\n([\s\S]*?)^```$/gm,
  )) {
    if (continued === undefined) blocks.push([]);
    blocks.at(-1)?.push(code);
  }
  return blocks.map((program) => checked(program.join("\n")));
}

const PRINTED = /\/\/ → (.*)$/gm;
const PROMISED = /^(?<expression>[^\s/}].*?);? \/\/ (?:throws: (?<message>.+)|(?<value>[^→].*))$/;

function checked(code: string): ReadmeProgram {
  let promises = 0;
  const lines = code.split("\n").map((line) => {
    const { expression, message, value } = PROMISED.exec(line)?.groups ?? {};
    if (expression === undefined) return line;
    promises++;
    if (message !== undefined) return `promised.throws(() => ${expression}, { message: ${JSON.stringify(message)} });`;
    return `promised.deepEqual(plain(${expression}), ${value});`;
  });
  const prints = [...code.matchAll(PRINTED)].map(([, line = ""]) => line);
  return { source: `${withImportsOnce(lines.join("\n"))}\n${promises > 0 ? help : ""}`, prints, promises };
}

/** Compared are values, not the classes that they come from. */
const help = `
import promised from "node:assert/strict";
function plain(value: unknown): unknown {
  return typeof value === "object" && value !== null ? JSON.parse(JSON.stringify(value)) : value;
}
`;

/** Each block imports what it needs; in one program a name may be imported once. */
function withImportsOnce(source: string): string {
  const names = new Map<string, Set<string>>();
  const rest = source.replace(/^import \{([^}]*)\} from "([^"]+)";$/gm, (_, list: string, from: string) => {
    const known = names.get(from) ?? new Set<string>();
    for (const name of list.split(",")) if (name.trim() !== "") known.add(name.trim());
    names.set(from, known);
    return "";
  });
  const imports = [...names].map(([from, list]) => `import { ${[...list].join(", ")} } from "${from}";`);
  return [...imports, rest].join("\n");
}
