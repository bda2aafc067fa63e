import { expect, test } from "vitest";
import { homeAt, startCluster } from "./cluster.ts";
import { reeve } from "./command-line.ts";

test("the error for a plan that the revision does not have names the revisions that have it, and the replacement", async () => {
  await using cluster = await startCluster("hdfs-v2");
  using home = homeAt(cluster, "hdfs-v2");
  expect(await reeve(home, "fs plans show recovery")).toEqual({
    code: 3,
    out: "",
    err: 'error: <plan>: V2 cannot express "recovery", but V1 can; in V2 it is always "deploy"\n',
  });
});

test.each([
  ["fs", "hdfs-v2", "data-0"],
  ["wc", "cassandra", "node-0"],
] as const)("the recovery plan of %s can be watched and waited for by the route of the Reeve service", async (kind, service, node) => {
  await using cluster = await startCluster(service);
  using home = homeAt(cluster, service);
  expect(await reeve(home, `${kind} plans wait deploy --timeout 60s`)).toMatchObject({ code: 0 });
  await reeve(home, `${kind} nodes restart ${node} --wait --timeout 60s`);
  for (const verb of ["watch", "wait"]) {
    expect(await reeve(home, `${kind} plans ${verb} recovery --timeout 60s`), verb).toMatchObject({
      code: 0,
      out: expect.stringMatching(/recovery|complete/i),
    });
    expect(await reeve(home, `${kind} plans ${verb} absent --timeout 60s`), verb).toMatchObject({ code: 3 });
  }
  expect(JSON.parse((await reeve(home, `${kind} plans wait recovery --json`)).out)).toMatchObject({
    status: "COMPLETE",
  });
  expect(await reeve(home, `${kind} nodes wait --timeout 60s`)).toMatchObject({
    code: 0,
    out: expect.stringMatching(new RegExp(`^all nodes run: .*${node}`)),
  });
});
