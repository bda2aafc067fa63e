import { expect, test } from "vitest";
import { homeAt, startCluster } from "./cluster.ts";
import { reeve } from "./command-line.ts";

test("a plan that a revision cannot ask for: which one can, and what there is in its place", async () => {
  await using cluster = await startCluster("hdfs-v2");
  using home = homeAt(cluster, "hdfs-v2");
  for (const verb of ["show", "watch", "wait"]) {
    expect(await reeve(home, `fs plans ${verb} recovery --timeout 20s`), verb).toEqual({
      code: 3,
      out: "",
      err: 'error: <plan>: V2 cannot express "recovery", V1 has; in V2 it is always "deploy"\n',
    });
  }
});
