import type { NodeView } from "@reeve/orchestrator/engine";
import { expect, test } from "vitest";
import type { Agent } from "../agent/agent.ts";
import type { Member, Members } from "../cluster/members.ts";
import { schemaAgreement } from "./schema-agreement.ts";

/** Makes running nodes with these answers about their schema, one after another. An Error means that the node does not answer. */
function nodes(...answers: readonly (readonly (string | Error)[])[]): Pick<Members, "alive"> {
  const members = answers.map((given) => {
    const left = [...given];
    const read = async (): ReturnType<Agent["read"]> => {
      const next = left.length > 1 ? left.shift() : left[0];
      if (next instanceof Error) throw next;
      return { SchemaVersion: next };
    };
    return { node: {} as NodeView, agent: { read } } as unknown as Member;
  });
  return { alive: () => members };
}

test.each([
  ["agree at once", nodes(["b"], ["b"]), 0],
  ["differ at first", nodes(["a", "b"], ["b"]), 1],
  ["do not all answer at first", nodes(["b"], [new Error("down"), new Error("down"), "b"]), 2],
])("waits until all nodes have the same schema: they %s", async (_, members, waits) => {
  const reported: string[] = [];
  const { signal } = new AbortController();
  await schemaAgreement(members, { signal, report: (message) => reported.push(message) });
  expect(reported).toEqual(Array(waits).fill("waiting until all nodes have the same schema"));
});
