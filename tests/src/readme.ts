import { readFileSync } from "node:fs";

/** The TypeScript of a README as one program, and the lines that it says it prints. */
export interface ReadmeProgram {
  readonly source: string;
  readonly prints: readonly string[];
}

/**
 * Takes the `ts` blocks out of a page. They are read in order as one program, as a reader does; what a line prints stands behind
 * `// →`, on the same line or on lines of its own.
 */
export function readmeProgram(path: string): ReadmeProgram {
  const page = readFileSync(path, "utf8");
  const source = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block]) => block).join("\n");
  const prints = [...source.matchAll(/\/\/ → (.*)$/gm)].map(([, line = ""]) => line);
  return { source: withImportsOnce(source), prints };
}

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
