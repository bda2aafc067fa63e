import { engineContract } from "@reeve/laws";
import { test } from "vitest";
import { createCassandraEngine } from "./index.ts";

const authority = { certificate: async () => "", issue: async () => ({ key: "a key", cert: "a certificate" }) };
const engine = () => createCassandraEngine({ folder: "/never-used", environment: {}, authority });

test.each(engineContract(() => ({ engine: engine() })))("$name", ({ holds }) => holds());
