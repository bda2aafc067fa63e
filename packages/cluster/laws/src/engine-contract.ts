import { clusterLaws } from "./cluster-laws.ts";
import { type EngineUnderTest, fixtureOf } from "./engine-fixture.ts";
import type { Law } from "./law.ts";
import { podSpecLaws } from "./pod-spec-laws.ts";

/** The laws that every engine has to obey. Checking them needs no runtime, because no task is launched. */
export function engineContract(make: () => EngineUnderTest | Promise<EngineUnderTest>): readonly Law[] {
  const ofPodSpecs = Object.entries(podSpecLaws).map(([name, check]) => ({
    name,
    holds: async () => check(fixtureOf(await make())),
  }));
  const ofClusters = Object.entries(clusterLaws).map(([name, check]) => ({
    name,
    holds: async () => {
      const fixture = fixtureOf(await make());
      const cluster = await fixture.open();
      try {
        await check(cluster, fixture);
      } finally {
        await cluster.close();
      }
    },
  }));
  return [...ofPodSpecs, ...ofClusters];
}
