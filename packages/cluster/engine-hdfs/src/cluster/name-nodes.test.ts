import { once } from "node:events";
import { createServer } from "node:http";
import type { NodeView } from "@reeve/orchestrator/engine";
import { expect, onTestFinished, test } from "vitest";
import { hdfsMembersOf } from "./members.ts";
import { askNames } from "./name-nodes.ts";

test("the numbers of blocks are those of the bean that is never cached", async () => {
  const bean = (name: string, fields: object) => ({ name: `Hadoop:service=NameNode,name=${name}`, ...fields });
  const beans = [
    bean("FSNamesystem", {
      UnderReplicatedBlocks: 0,
      PendingReconstructionBlocks: 0,
      MissingBlocks: 0,
      BlocksTotal: 608,
    }),
    bean("FSNamesystemState", { UnderReplicatedBlocks: 523, PendingReconstructionBlocks: 12, BlocksTotal: 610 }),
    bean("NameNodeInfo", { NumberOfMissingBlocks: 2, Safemode: "Safe mode is ON.\nThe reported blocks are 0.\n" }),
  ];
  const server = createServer((_, answer) => answer.end(JSON.stringify({ beans })));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const ports = { "name-http": typeof address === "object" && address ? address.port : 0 };
  const placement = { addresses: ["127.0.0.1"], ports };
  const node = { id: "name-0", podType: "name", state: "running", placement } as unknown as NodeView;
  const [view] = await askNames(hdfsMembersOf({ nodes: () => [node] }), new AbortController().signal);
  expect(view).toMatchObject({ low: 523, pending: 12, missing: 2, blocks: 610 });
  expect(view?.safeMode).toBe("Safe mode is ON. The reported blocks are 0.");
});
