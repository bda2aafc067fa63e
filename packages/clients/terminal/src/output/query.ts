import { ReeveError } from "@reeve/contract";

/** A compiled JMESPath expression. */
export type Query = (value: unknown) => unknown;

/** Compiles a JMESPath expression, so that a wrong expression is refused before the request. The library is loaded by the first query. */
export async function compileQuery(expression: string): Promise<Query> {
  const { compile, getRegisteredFunctions, TreeInterpreter } = await import("@jmespath-community/jmespath");
  const refused = (what: string, error: unknown) =>
    new ReeveError("bad-input", `--query: ${JSON.stringify(expression)} ${what}: ${reasonOf(error)}`);
  let tree: ReturnType<typeof compile>;
  try {
    tree = compile(expression);
    // The library checks the name of a function only when the function is called.
    const unknown = [...calledIn(tree)].find((name) => !getRegisteredFunctions().includes(name));
    if (unknown !== undefined) throw new Error(`there is no function ${unknown}()`);
  } catch (error) {
    throw refused("cannot be evaluated", error);
  }
  return (value) => {
    try {
      return TreeInterpreter.search(tree, value as Parameters<typeof TreeInterpreter.search>[1]);
    } catch (error) {
      throw refused("does not fit the answer", error);
    }
  };
}

function* calledIn(node: unknown): Generator<string> {
  if (typeof node !== "object" || node === null) return;
  if ("type" in node && node.type === "Function" && "name" in node) yield String(node.name);
  for (const part of Object.values(node)) yield* calledIn(part);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
