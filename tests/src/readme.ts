import { readFileSync } from "node:fs";

/** Examples of a README that form one program. */
export interface ReadmeProgram {
  readonly source: string;
  /** The lines that the program must print according to the page. */
  readonly prints: readonly string[];
  /** The number of values that the page states. */
  readonly promises: number;
}

/**
 * Extracts the programs of a page. A block marked `ts` begins a program, and a block marked `ts continued` continues it. After `// →`
 * stands printed output, after `//` the value of an expression, and after `// throws:` an error.
 */
export function readmePrograms(path: string): readonly ReadmeProgram[] {
  const blocks: string[][] = [];
  for (const [, continued, code = ""] of readFileSync(path, "utf8").matchAll(/^```ts( continued)?\n([\s\S]*?)^```$/gm)) {
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

/** A function for the examples that compares values and ignores their classes. */
const help = `
import promised from "node:assert/strict";
function plain(value: unknown): unknown {
  return typeof value === "object" && value !== null ? JSON.parse(JSON.stringify(value)) : value;
}
`;

/** Removes repeated imports: each block imports what it needs, but a program may import a name only once. */
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
