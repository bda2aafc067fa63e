import { engineContract } from "@reeve/orchestrator/testing";
import { test } from "vitest";
import { createKafkaEngine } from "./index.ts";

const engine = () => createKafkaEngine({ folder: "/never-used", environment: {} });

test.each(engineContract(() => ({ engine: engine() })))("$name", ({ holds }) => holds());
