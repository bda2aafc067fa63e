import { expect, test } from "vitest";
import { nameNodeBean, runningNode, servingBeans } from "../../test/fake-daemons.ts";
import { hdfsMembersOf } from "./members.ts";
import { askNames } from "./name-nodes.ts";

test("the numbers of blocks are those of the bean that is never cached", async () => {
  const http = await servingBeans(() => [
    nameNodeBean("FSNamesystem", { UnderReplicatedBlocks: 0, PendingReconstructionBlocks: 0, MissingBlocks: 0, BlocksTotal: 608 }),
    nameNodeBean("FSNamesystemState", { UnderReplicatedBlocks: 523, PendingReconstructionBlocks: 12, BlocksTotal: 610 }),
    nameNodeBean("NameNodeInfo", { NumberOfMissingBlocks: 2, Safemode: "Safe mode is ON.\nThe reported blocks are 0.\n" }),
  ]);
  const node = runningNode("name", 0, { "name-http": http });
  const [view] = await askNames(hdfsMembersOf({ nodes: () => [node] }), new AbortController().signal);
  expect(view).toMatchObject({ low: 523, pending: 12, missing: 2, blocks: 610 });
  expect(view?.safeMode).toBe("Safe mode is ON. The reported blocks are 0.");
});
