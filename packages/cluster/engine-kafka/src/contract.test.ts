import { engineContract } from "@reeve/laws";
import { test } from "vitest";
import { createKafkaEngine } from "./index.ts";

const engine = () => createKafkaEngine({ folder: "/never-used", environment: {} });

test.each(engineContract(() => ({ engine: engine() })))("$name", ({ holds }) => holds());
