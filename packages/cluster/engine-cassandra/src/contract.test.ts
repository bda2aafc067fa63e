import { engineContract } from "@reeve/laws";
import { test } from "vitest";
import { createCassandraEngine } from "./index.ts";

const engine = () => createCassandraEngine({ folder: "/never-used", environment: {} });

test.each(engineContract(() => ({ engine: engine() })))("$name", ({ holds }) => holds());
