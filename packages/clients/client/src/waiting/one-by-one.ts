import { isRecord, ReeveError } from "@reeve/contract";
import { outcomeError, outcomeOf } from "./outcome.ts";

/** Passed to the callback before each node. */
export interface NodeProgress {
  readonly node: string;
  /** The position of the node in the order, counted from 1. */
  readonly number: number;
  readonly total: number;
}

/**
 * The list in the only field that an input may have; undefined without an input. Other fields are refused, because a misspelt field name
 * would otherwise select all nodes.
 */
export function listIn<Member>(input: unknown, field: string): readonly Member[] | undefined {
  if (input === undefined) return undefined;
  const list = isRecord(input) ? input[field] : null;
  const isAlone = isRecord(input) && Object.keys(input).every((key) => key === field);
  if (isAlone && (list === undefined || Array.isArray(list))) return list as readonly Member[] | undefined;
  throw new ReeveError("bad-input", `expected { ${field}: […] }, or nothing for all of them`);
}

/** Acts on several nodes, one after another, and stops at the first node that does not come back. Returns the nodes that have come back. */
export async function oneByOne(
  nodes: readonly string[],
  work: (node: string) => Promise<unknown>,
  onNode: ((turn: NodeProgress) => void) | undefined,
): Promise<readonly string[]> {
  const done: string[] = [];
  for (const node of nodes) {
    onNode?.({ node, number: done.length + 1, total: nodes.length });
    try {
      await work(node);
    } catch (thrown) {
      const outcome = outcomeOf(thrown);
      if (!outcome) throw thrown;
      const rest = nodes.length - done.length - 1;
      throw outcomeError({
        ...outcome,
        done,
        reason: `${outcome.reason}; ${done.length} of ${nodes.length} nodes are done${rest > 0 ? `, ${rest} untouched` : ""}`,
      });
    }
    done.push(node);
  }
  return done;
}
