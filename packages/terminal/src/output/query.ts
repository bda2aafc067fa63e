import { ReeveError } from "@reeve/contract";

/** Takes out of a value what a JMESPath expression asks for. The library is loaded by the first query. */
export async function query(value: unknown, expression: string): Promise<unknown> {
  const { search } = await import("@jmespath-community/jmespath");
  try {
    return search(value as Parameters<typeof search>[0], expression);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ReeveError("bad-input", `--query: ${JSON.stringify(expression)} cannot be evaluated: ${reason}`);
  }
}
