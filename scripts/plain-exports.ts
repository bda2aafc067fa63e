import { parseAst } from "rolldown/parseAst";

/**
 * A plugin that makes plain properties of a file's exports. The bundler writes a getter for each, for the case that a variable is assigned
 * later, and hundreds of them take a program longer than to load a file. Exports that are assigned later keep their getters.
 */
export function plainExports(): { readonly name: string; renderChunk(code: string): string } {
  return {
    name: "plain exports",
    renderChunk: (code) => {
      const changing = assignedIn(parseAst(code));
      return code.replace(GETTER, (getter, name: string, local: string) => (changing.has(local) ? getter : `exports.${name} = ${local};`));
    },
  };
}

/** The getter of an export, as the bundler writes it. */
const GETTER =
  /^Object\.defineProperty\(exports, ["']([\w$]+)["'], \{\s+enumerable: true,\s+get: function\s?\(\) \{\s+return ([\w$]+);\s+\}\s+\}\);$/gm;

/** The names of all variables that are assigned after their declaration, in any scope. */
function assignedIn(program: object): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: unknown, isTarget: boolean): void => {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) {
      for (const each of node) visit(each, isTarget);
      return;
    }
    const { type, name } = node as { readonly type?: string; readonly name?: string };
    if (isTarget && type === "Identifier" && name !== undefined) names.add(name);
    for (const [key, child] of Object.entries(node)) {
      const isAssigned = (type === "AssignmentExpression" && key === "left") || (type === "UpdateExpression" && key === "argument");
      const isLoop = (type === "ForOfStatement" || type === "ForInStatement") && key === "left";
      visit(child, isTarget || isAssigned || isLoop);
    }
  };
  visit(program, false);
  return names;
}
