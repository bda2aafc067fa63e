import { engineContract } from "@reeve/laws";
import { test } from "vitest";
import { makeCertificates } from "../../../../tests/src/certificates.ts";
import { createCassandraEngine } from "./index.ts";

const { ca, key, cert } = await makeCertificates("localhost");
const authority = { certificate: async () => ca, issue: async () => ({ key, cert }) };
const engine = () => createCassandraEngine({ folder: "/never-used", environment: {}, authority });

test.each(engineContract(() => ({ engine: engine() })))("$name", ({ holds }) => holds());
