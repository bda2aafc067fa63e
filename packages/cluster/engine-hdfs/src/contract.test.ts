import { engineContract } from "@reeve/laws";
import { test } from "vitest";
import { createHdfsEngine } from "./index.ts";

const engine = () => createHdfsEngine({ folder: "/never-used", environment: {} });

test.each(engineContract(() => ({ engine: engine() })))("$name", ({ holds }) => holds());
