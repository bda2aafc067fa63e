import { expect, test } from "vitest";
import { homeAt, startCluster } from "./cluster.ts";
import { reeve } from "./command-line.ts";

test("the error for a plan that the revision does not have names the revisions that have it, and the replacement", async () => {
  await using cluster = await startCluster("hdfs-v2");
  using home = homeAt(cluster, "hdfs-v2");
  for (const verb of ["show", "watch", "wait"]) {
    expect(await reeve(home, `fs plans ${verb} recovery --timeout 20s`), verb).toEqual({
      code: 3,
      out: "",
      err: 'error: <plan>: V2 cannot express "recovery", but V1 can; in V2 it is always "deploy"\n',
    });
  }
});
