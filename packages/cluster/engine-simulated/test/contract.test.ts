import { engineContract, runtimeContract } from "@reeve/laws";
import { describe, test } from "vitest";
import { createSimulation } from "../src/index.ts";

const command = { value: "reeve-simulated", environment: {} };

describe.each([0, 1, 2])("engine %i", (place) => {
  const laws = engineContract(() => {
    const pair = createSimulation().engines[place];
    if (!pair) throw new Error(`there is no engine ${place}`);
    return pair;
  });
  test.each(laws)("$name", ({ holds }) => holds());
});

describe("runtime", () => {
  const laws = runtimeContract(() => ({ runtime: createSimulation().runtime, lasting: command, ending: command }));
  test.each(laws)("$name", ({ holds }) => holds());
});
