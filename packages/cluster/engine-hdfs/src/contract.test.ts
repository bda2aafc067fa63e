import { engineContract } from "@reeve/orchestrator/testing";
import { test } from "vitest";
import { createHdfsEngine } from "./index.ts";

const engine = () => createHdfsEngine({ folder: "/never-used", environment: {} });

test.each(engineContract(() => ({ engine: engine() })))("$name", ({ holds }) => holds());
