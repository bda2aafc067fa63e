import { callOperation } from "@reeve/client";
import { type DefinitionInput, type Reeve, startReeve } from "@reeve/service";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apis } from "../apis.ts";
import { clientFor } from "../clients.ts";
import { type Scene, walkChanges } from "./changes.ts";
import { FAST } from "./cluster.ts";

type Services = NonNullable<DefinitionInput["services"]>;

/** A pace so slow that a rollout stays at its first node. */
const STANDING = 1_000;

/** An instance for each revision, and the setting that is changed to roll out all nodes. */
const instances = {
  R1: { kind: "broker", setting: "BROKER_MEM" },
  R2: { kind: "broker", setting: "BROKER_MEM" },
  R3: { kind: "broker", setting: "BROKER_MEM" },
  W1: { kind: "wide-column", setting: "NODE_MEM" },
  V1: { kind: "file-system", setting: "DATA_NODE_HANDLER_COUNT" },
  V2: { kind: "file-system", setting: "DATA_NODE_HANDLER_COUNT" },
} as const;

let services: Services;
let reeve: Reeve;
beforeAll(async () => {
  // In R1 and R2 controls have an effect only if updates are staged.
  const staged = { settings: { PHASE_STRATEGY: "STAGE" } };
  services = Object.fromEntries(
    Object.entries(instances).map(([revision, { kind }]) => [
      `at-${revision.toLowerCase()}`,
      { kind, revision, pace: FAST, ...(/R[12]/.test(revision) && staged) },
    ]),
  ) as Services;
  reeve = await startReeve({ services }, { listen: false });
});
afterAll(() => reeve.close());

test.each(Object.entries(instances))(
  "whatever can be changed in %s shows in the read that its declaration names",
  async (revision, { kind, setting }) => {
    const api = apis.find(({ name }) => name === kind);
    if (!api) throw new Error(`no API of ${kind}`);
    const service = `at-${revision.toLowerCase()}`;
    const { url, token, fetch } = reeve;
    const client = clientFor(kind, { url, token, fetch, service, revision });
    const change = async (pace: number, settings = {}) => {
      const before = services[service];
      services = {
        ...services,
        [service]: { ...before, pace, settings: { ...before?.settings, ...settings } },
      } as Services;
      await reeve.deploy({ services });
    };
    const scene: Scene = {
      api,
      revision,
      client,
      startRollout: async () => {
        await change(STANDING, { [setting]: setting.endsWith("MEM") ? 4096 : 20 });
        if (/R[12]/.test(revision)) await callOperation(client, "plans.continue", {});
      },
      goOn: () => change(FAST),
    };
    expect(await walkChanges(scene)).not.toEqual([]);
  },
);
