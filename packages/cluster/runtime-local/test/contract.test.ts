import { runtimeContract } from "@reeve/laws";
import { test } from "vitest";
import { createLocalRuntime } from "../src/index.ts";
import { temporaryFolder } from "./support/machine.ts";

const laws = runtimeContract(() => ({
  runtime: createLocalRuntime({ folder: temporaryFolder() }),
  lasting: { value: "exec sleep 1000", environment: {} },
  ending: { value: "true", environment: {} },
}));

test.each(laws)("$name", ({ holds }) => holds(), 60_000);
