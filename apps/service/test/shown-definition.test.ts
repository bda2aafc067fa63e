import * as v from "valibot";
import { expect, test } from "vitest";
import { readObject } from "../src/definition/read-definition.ts";
import { shownDefinition } from "../src/definition/shown-definition.ts";
import { startReeve } from "../src/index.ts";

const services = {
  small: { kind: "broker", revision: "R1", pace: 0, settings: { BROKER_MEM: 3000, BROKER_COUNT: 4 } },
  plain: { kind: "broker", pace: 0 },
  rows: { kind: "wide-column", pace: 0, user: "alice" },
  files: { kind: "file-system", revision: "V1", pace: 0, pods: { data: { count: 4 } } },
} as const;

async function started() {
  const reeve = await startReeve({ services });
  const ask = async (path: string, body?: unknown) => {
    const answer = await fetch(`${reeve.url}/reeve/v1/${path}`, {
      headers: { authorization: `token=${reeve.token}`, "content-type": "application/json" },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as never };
  };
  return { reeve, ask };
}

const changesOf = ({ body }: { readonly body: { readonly changes: readonly Change[] } }) =>
  Object.fromEntries(body.changes.map(({ instance, change }) => [instance, change]));

interface Change {
  readonly instance: string;
  readonly change: string;
}

test("the shown definition is the deployed one with revisions, and deploying it changes nothing", async () => {
  const { reeve, ask } = await started();
  const shown = await ask("definition");
  expect(shown.body).toEqual({
    services: { ...services, plain: { ...services.plain, revision: "R3" }, rows: { ...services.rows, revision: "W1" } },
  });
  const again = await ask("deploy", shown.body);
  expect(new Set(Object.values(changesOf(again)))).toEqual(new Set(["unchanged"]));
  await reeve.close();
});

test("only some instances of a definition are deployed, and all others stay as they are", async () => {
  const { reeve, ask } = await started();
  const wanted = {
    retention: { plans: 3 },
    services: {
      plain: { ...services.plain, settings: { BROKER_MEM: 4000 } },
      rows: { ...services.rows, user: "bob" },
      more: { kind: "broker", pace: 0 },
    },
  };
  const unchanged = { small: "unchanged", files: "unchanged", rows: "unchanged" };
  expect(changesOf(await ask("deploy?only=plain,more&dry-run=true", wanted))).toEqual({
    ...unchanged,
    ...{ plain: "changed", more: "new" },
  });
  expect(changesOf(await ask("deploy?only=plain,more&remove=true", wanted))).toMatchObject(unchanged);
  const { body } = await ask("definition");
  expect(body).toMatchObject({ services: { rows: { user: "alice" }, plain: { settings: { BROKER_MEM: 4000 } } } });
  await reeve.close();
});

test.each(["nope", "plain,nope"])("an instance that the definition does not name is refused: %s", async (only) => {
  const { reeve, ask } = await started();
  expect(await ask(`deploy?only=${only}`, { services: { plain: { kind: "broker" } } })).toMatchObject({
    status: 400,
    body: { detail: "only: the definition does not contain nope." },
  });
  await reeve.close();
});

test("settings of a runtime are shown if they differ from their defaults", () => {
  const name = "elsewhere";
  const settings = {
    image: v.string(),
    spread: v.exactOptional(v.string(), "required"),
    user: v.exactOptional(v.number(), 0),
  };
  const engine = { name: "other", kind: "broker", settings: {} } as const;
  const offers = [{ engine, runtime: { name, settings } }];
  const input = { kind: "broker", engine: "other", runtime: { name, image: "a:1", user: 7 } } as const;
  const definition = readObject({ services: { kafka: input } }, { offers }).definition.services.kafka;
  if (!definition) throw new Error("there is no definition");
  expect(definition.runtime).toEqual({ name, image: "a:1", spread: "required", user: 7 });
  const shown = shownDefinition([{ name: "kafka", definition }], { offers });
  expect(shown.services?.kafka).toMatchObject({ runtime: { name, image: "a:1", user: 7 } });
  expect(Object.keys(shown.services?.kafka?.runtime ?? {}).toSorted()).toEqual(["image", "name", "user"]);
  // The defaults of the other settings are left out, although the runtime without its image is refused.
  expect(shown.services?.kafka).not.toHaveProperty("settings");
});
