import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createOrchestrator } from "../src/index.ts";
import { kafka } from "./support/definitions.ts";
import { scene, temporaryFolder } from "./support/scene.ts";

/** A deployment whose engine gives each node a password; then the service is stopped. */
async function deployed() {
  const state = temporaryFolder();
  const { world, clock, orchestrator } = await scene(kafka(), {
    state,
    prepare: (prepared) => {
      prepared.secrets = ({ id }, secret) => ({ PASSWORD: secret(`password of ${id}`) });
    },
  });
  await orchestrator.close({ tasks: "leave" });
  return { world, state, open: () => createOrchestrator({ engines: world.engines, clock, state }) };
}

test("each node has its own secret, the same for each launch, and the state has none of them", async () => {
  const { world, state, open } = await deployed();
  const again = await open();
  again.instance("kafka")?.nodes.restart("broker-1");
  await expect.poll(() => world.launches.length).toBe(4);
  await again.close();
  const secrets = world.launches.map(({ secrets }) => secrets.PASSWORD ?? "");
  expect(new Set(secrets).size).toBe(3);
  expect(secrets[3]).toBe(secrets[1]);
  for (const file of readdirSync(state)) {
    const content = readFileSync(join(state, file));
    for (const secret of secrets) expect(content.includes(secret), file).toBe(false);
  }
  expect(statSync(join(state, "secret.key")).mode & 0o777).toBe(0o600);
});

test("a state whose key is missing or different is refused", async () => {
  const { state, open } = await deployed();
  const key = join(state, "secret.key");
  const content = readFileSync(key);
  rmSync(key);
  await expect(open()).rejects.toThrow(`the secret key ${key} is missing: restore the file from a backup`);
  writeFileSync(key, "another one");
  await expect(open()).rejects.toThrow("is not the key with which the state was created");
  writeFileSync(key, content);
  await (await open()).close();
});

test("a state whose engines ask for no secret has no key", async () => {
  const state = temporaryFolder();
  const { orchestrator } = await scene(kafka(), { state });
  await orchestrator.close();
  expect(readdirSync(state)).not.toContain("secret.key");
});
