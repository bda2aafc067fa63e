import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseAst } from "rolldown/parseAst";

/** The declarations of one file, by name. */
export interface Declarations {
  /** Most names have one statement, but a schema and its type share a name, and a function may have overloads. */
  readonly own: ReadonlyMap<string, readonly Declaration[]>;
  /** Names that are imported from other files or packages. */
  readonly imported: ReadonlyMap<string, Source>;
  /** The exported names. */
  readonly exported: ReadonlyMap<string, Source>;
}

export interface Declaration {
  readonly text: string;
  readonly mentions: readonly Source[];
}

/** Where a name is declared: in a file (by path) or in a package (by name). */
export interface Source {
  readonly from: string;
  readonly name: string;
}

const read = new Map<string, Declarations>();

/** Reads a `.d.ts` file as the compiler writes it. */
export function declarationsIn(file: string): Declarations {
  const known = read.get(file) ?? readDeclarations(file);
  read.set(file, known);
  return known;
}

function readDeclarations(file: string): Declarations {
  const text = readFileSync(file, "utf8");
  const { body } = parseAst(text, { lang: "dts", sourceType: "module" }, file) as unknown as { body: readonly Node[] };
  const own = new Map<string, Declaration[]>();
  const imported = new Map<string, Source>();
  const exported = new Map<string, Source>();
  for (const statement of body) {
    const from = statement.source ? sourceOf(file, statement.source.value) : undefined;
    if (statement.type === "ImportDeclaration") {
      for (const { local, imported: name } of statement.specifiers ?? [])
        imported.set(nameOf(local), { from: from ?? "", name: name ? nameOf(name) : "*" });
      continue;
    }
    for (const { local, exported: name } of statement.type === "ExportNamedDeclaration" ? (statement.specifiers ?? []) : [])
      exported.set(nameOf(name), { from: from ?? file, name: nameOf(local) });
    if (statement.type === "ExportAllDeclaration") throw new Error(`${file}: exports everything of ${from}: name it`);
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (!declared) continue;
    for (const name of namesDeclaredBy(declared)) {
      const declaration = {
        text: plain(text.slice(declared.start, declared.end)),
        mentions: mentionsIn(declared, file).filter((each) => each.name !== name || each.from !== file),
      };
      own.set(name, [...(own.get(name) ?? []), declaration]);
      if (statement.type === "ExportNamedDeclaration") exported.set(name, { from: file, name });
    }
  }
  return { own, imported, exported };
}

/** What this file uses of a syntax tree's node. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly value?: string;
  readonly id?: Node;
  readonly computed?: boolean;
  readonly source?: Node & { readonly value: string };
  readonly qualifier?: Node;
  readonly declaration?: Node;
  readonly declarations?: readonly Node[];
  readonly specifiers?: readonly { readonly local: Node; readonly imported?: Node; readonly exported: Node }[];
}

function namesDeclaredBy({ id, declarations = [] }: Node): readonly string[] {
  return [...(id ? [id] : []), ...declarations.flatMap((each) => (each.id ? [each.id] : []))].map(nameOf);
}

function nameOf({ name, value }: Node): string {
  return name ?? value ?? "";
}

/** The names in a declaration that may be declared elsewhere. Names of fields are left out. */
function mentionsIn(node: Node, file: string): readonly Source[] {
  const matches: Source[] = [];
  const visit = (value: unknown, key: string, parent: Node): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, key, parent);
    else if (typeof value === "object" && value !== null) walk(value as Node, key, parent);
  };
  const walk = (each: Node, key: string, parent: Node): void => {
    if (key === "key" && !parent.computed) return;
    if (each.type === "Identifier") matches.push({ from: file, name: nameOf(each) });
    if (each.type === "TSImportType" && each.source && each.qualifier)
      matches.push({ from: sourceOf(file, each.source.value), name: nameOf(each.qualifier) });
    for (const [name, value] of Object.entries(each)) visit(value, name, each);
  };
  walk(node, "", node);
  return matches;
}

function sourceOf(file: string, specifier: string): string {
  return specifier.startsWith(".") ? join(dirname(file), specifier.replace(/\.[jt]s$/, ".d.ts")) : specifier;
}

/** The text without comments and import paths. */
function plain(text: string): string {
  return text
    .replace(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, "")
    .replace(/\bimport\("[^"]+"\)\./g, "")
    .replace(/^(export )?declare /, "")
    .replace(/^ +/gm, (indent) => indent.slice(indent.length / 2));
}
