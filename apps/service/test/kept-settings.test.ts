import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startReeve } from "../src/index.ts";
import { ask, temporaryFolder } from "./running.ts";

const services = { kafka: { kind: "broker", pace: 0 } } as const;
const objectStore = { endpoint: "https://store.example", region: "eu" };

function stateFolder() {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return { state: join(folder.path, "state"), file: join(folder.path, "reeve.json") };
}

test("settings stay in force at the next start unless they are named, and the definition shows them", async () => {
  const { state, file } = stateFolder();
  await (await startReeve({ services, objectStore }, { state, edition: "enterprise", tls: true })).close();
  const settings = { edition: "enterprise", tls: true, objectStore };
  writeFileSync(file, JSON.stringify({ services, tls: false, trustedProxies: ["10.0.0.1"] }));
  const starts = [
    { options: { state }, settings, https: true },
    {
      options: { state, definitionFile: file },
      settings: { ...settings, tls: undefined, trustedProxies: ["10.0.0.1"] },
    },
    { options: { state, edition: "open" }, settings: { objectStore, trustedProxies: ["10.0.0.1"] } },
  ] as const;
  for (const { options, settings: expected, ...more } of starts) {
    await using reeve = await startReeve(undefined, { ...options, listen: false });
    expect(reeve.ca !== undefined).toBe("https" in more);
    expect(reeve.notes.join()).toContain('objectStore: {"endpoint":"https://store.example","region":"eu"}');
    const { services: shown, ...rest } = await (
      await reeve.fetch(`${reeve.url}/reeve/v1/definition`, { headers: { authorization: `token=${reeve.token}` } })
    ).json();
    expect(rest).toEqual(JSON.parse(JSON.stringify(expected)));
    expect(Object.keys(shown)).toEqual(["kafka"]);
  }
});

test("accounts that are named by relative paths are found again", async () => {
  const { state, file } = stateFolder();
  const passwordFile = join(state, "..", "robot.password");
  writeFileSync(passwordFile, "a password of the robot\n");
  const serviceAccounts = [{ uid: "robot", passwordFile: "robot.password" }];
  writeFileSync(file, JSON.stringify({ edition: "enterprise", serviceAccounts, services }));
  await (await startReeve(undefined, { state, definitionFile: file })).close();
  await using reeve = await startReeve(undefined, { state });
  const json = { uid: "robot", password: "a password of the robot" };
  expect((await ask(reeve, "POST /acs/api/v1/auth/login", { token: "", json })).status).toBe(200);
  const { body } = await ask(reeve, "GET /reeve/v1/definition");
  expect(body).toMatchObject({ serviceAccounts: [{ uid: "robot", passwordFile }] });
  expect((await ask(reeve, "POST /reeve/v1/deploy", { json: body })).status).toBe(200);
});
