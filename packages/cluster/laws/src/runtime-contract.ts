import { instanceLaws } from "./instance-laws.ts";
import type { Law } from "./law.ts";
import { openRuntime, type RuntimeUnderTest } from "./runtime-fixture.ts";
import { taskLaws } from "./task-laws.ts";
import { volumeLaws } from "./volume-laws.ts";

/** The laws that every runtime has to obey. Each law creates its own runtime, and ends all tasks that it has started. */
export function runtimeContract(make: () => RuntimeUnderTest | Promise<RuntimeUnderTest>): readonly Law[] {
  return Object.entries({ ...taskLaws, ...volumeLaws, ...instanceLaws }).map(([name, check]) => ({
    name,
    holds: async () => {
      const fixture = await openRuntime(await make());
      try {
        await check(fixture);
      } finally {
        await fixture.end();
      }
    },
  }));
}
