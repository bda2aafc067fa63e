import { engineContract } from "@reeve/laws";
import { makeCertificates } from "@reeve/testing/certificates";
import { test } from "vitest";
import { createCassandraEngine } from "./index.ts";

const { ca, key, cert } = await makeCertificates("localhost");
const authority = { certificate: async () => ca, issue: async () => ({ key, cert }) };
const engine = () => createCassandraEngine({ folder: "/never-used", environment: {}, authority });

test.each(engineContract(() => ({ engine: engine() })))("$name", ({ holds }) => holds());
