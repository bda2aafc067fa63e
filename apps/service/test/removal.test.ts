import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Runtime } from "@reeve/orchestrator/runtime";
import { expect, test } from "vitest";
import { startReeve } from "../src/index.ts";
import { ask, eventually, temporaryFolder } from "./running.ts";
import { verboseEngines } from "./verbose-engine.ts";

const talking = { kind: "broker", engine: "talking", settings: { BROKER_COUNT: 1 } } as const;
const other = { kind: "broker", pace: 0 } as const;
const reason = "the objects of the service in its runtime cannot be removed: the platform is away";

/** Local brokers, of which the runtime cannot remove the last objects while `isAway` is set. */
function engines(folder: string, platform: { isAway: boolean }) {
  return verboseEngines({ folder }).map(({ engine, runtime }) => {
    const open: Runtime["open"] = async (context) => {
      const agents = await runtime.open(context);
      return {
        ...agents,
        end: async (signal) => {
          if (platform.isAway) throw new Error("the platform is away");
          await agents.end?.(signal);
        },
      };
    };
    return { engine, runtime: { ...runtime, open } };
  });
}

test("an instance that cannot be removed completely is shown with the reason, also by the next service, until it is gone", async () => {
  using temporary = temporaryFolder();
  const { path: folder } = temporary;
  const platform = { isAway: true };
  const options = { listen: false, state: join(folder, "state") } as const;
  const start = (services: object) =>
    startReeve({ services } as never, { ...options, moreEngines: engines(join(folder, "nodes"), platform) });
  const first = await start({ kafka: talking, other });
  const answer = await ask(first, "POST /reeve/v1/deploy?remove=true", { json: { services: { other } } });
  expect(answer.body).toMatchObject({
    changes: [
      { instance: "other", change: "unchanged" },
      { instance: "kafka", change: "removed", troubles: [reason] },
    ],
  });
  await first.close();

  await using second = await start({ other });
  const info = () => ask(second, "GET /reeve/v1/info");
  const trouble = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  const removals = [{ name: "kafka", kind: "broker", trouble }];
  await eventually(async () => JSON.stringify((await info()).body).includes("the platform is away"));
  expect((await info()).body).toMatchObject({ services: [{ name: "other" }], removals });
  expect((await ask(second, "GET /reeve/v1/definition")).body).toMatchObject({ services: { other: {} } });
  expect(await ask(second, "GET /reeve/v1/services/kafka/plans")).toMatchObject({
    status: 404,
    body: { detail: `The service kafka is being removed; ${reason}.` },
  });
  const both = { services: { kafka: talking, other } };
  const refused = await ask(second, "POST /reeve/v1/deploy", { json: both });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(`kafka: the service that had this name is still being removed (${reason})`);
  platform.isAway = false;
  expect((await ask(second, "POST /reeve/v1/deploy", { json: both })).status).toBe(200);
  expect((await info()).body).not.toHaveProperty("removals");
  expect(second.services.map(({ name }) => name).sort()).toEqual(["kafka", "other"]);
});

test("a service starts although its definition names an instance that is still being removed", async () => {
  using temporary = temporaryFolder();
  const { path: folder } = temporary;
  const platform = { isAway: true };
  const definitionFile = join(folder, "cluster.json");
  writeFileSync(definitionFile, JSON.stringify({ services: { kafka: talking, other } }));
  const start = () =>
    startReeve(undefined, {
      listen: false,
      state: join(folder, "state"),
      definitionFile,
      moreEngines: engines(join(folder, "nodes"), platform),
    });
  const first = await start();
  await first.deploy({ services: { other } }, { remove: true });
  await first.close();
  const second = await start();
  expect(second.services.map(({ name }) => name)).toEqual(["other"]);
  expect(second.refused).toContain("kafka: the service that had this name is still being removed");
  await second.close();
  platform.isAway = false;
  await using third = await start();
  expect(third.services.map(({ name }) => name).sort()).toEqual(["kafka", "other"]);
});
