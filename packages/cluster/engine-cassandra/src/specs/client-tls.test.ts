import { instanceDefinition } from "@reeve/orchestrator";
import type { NodeView } from "@reeve/orchestrator/engine";
import * as v from "valibot";
import { expect, test } from "vitest";
import { nodeCertificates } from "../cluster/node-certificates.ts";
import { createCassandraEngine } from "../index.ts";
import type { CassandraDefinition } from "../settings/cassandra-settings.ts";

const authority = {
  certificate: async () => "the authority's\n",
  issue: async (hosts: readonly string[]) => ({ key: `key of ${hosts}\n`, cert: `certificate of ${hosts}\n` }),
};

/** The files of a node, by name. */
function filesOf(clientTls: unknown, options: object = { authority }): ReadonlyMap<string, string> {
  const [node] = specsOf(clientTls, options);
  const files = node?.["task-specs"][0]?.["config-files"] ?? [];
  return new Map(files.map(({ name, "template-content": content }) => [name, content]));
}

function specsOf(clientTls: unknown, options: object) {
  const engine = createCassandraEngine({ folder: "/never-used", environment: {}, ...options });
  const schema = instanceDefinition([{ engine, runtime: { name: "local" } }]);
  const definition = v.parse(schema, { kind: "wide-column", clientTls }) as CassandraDefinition;
  return engine.podSpecs("cassandra", definition);
}

test("without client TLS, nodes have no certificate", () => {
  expect([...filesOf(false).keys()]).toEqual(["cassandra", "agent", "agent-access", "agent-certificate", "agent-key", "logback"]);
  expect(filesOf(false).get("cassandra")).not.toContain("client_encryption_options");
});

test.each([
  [true, false],
  ["optional", true],
])("with clientTls: %s, a node has a key and a certificate, whose values are secrets", (clientTls, optional) => {
  const files = filesOf(clientTls);
  expect(files.get("client-tls")).toBe("{{CLIENT_TLS_KEY}}{{CLIENT_TLS_CERTIFICATE}}");
  expect(files.get("cassandra")).toContain(`
client_encryption_options:
  enabled: true
  optional: ${optional}
  keystore: "{{MESOS_SANDBOX}}/etc/client-tls.pem"
  ssl_context_factory: { class_name: org.apache.cassandra.security.PEMBasedSslContextFactory }
`);
});

test("a program without an authority refuses client TLS, and other values are refused everywhere", () => {
  expect(() => filesOf(true, {})).toThrow(/^clientTls: the engine has no certificate authority/);
  expect([...filesOf(false, {}).keys()]).toHaveLength(6);
  expect(() => filesOf("sometimes")).toThrow("expected true, false or optional");
});

test("a node is trusted and gets a certificate by the spec of its launch, not by the definition", async () => {
  const certificates = nodeCertificates(authority);
  const nodeWith = (clientTls: unknown) =>
    ({
      spec: specsOf(clientTls, { authority })[0],
      identity: { host: "127.1.0.1", ports: {} },
      tasks: [{ task: "node", taskId: "node-0-node__1" }],
    }) as unknown as NodeView;
  const agent = {
    AGENT_KEY: "key of 127.1.0.1,node-0-node__1\n",
    AGENT_CERTIFICATE: "certificate of 127.1.0.1,node-0-node__1\n",
  };
  expect(certificates.trustedFor(nodeWith(false))).toBeUndefined();
  expect(await certificates.secretsOf(nodeWith(false))).toEqual(agent);
  expect(await certificates.trustedFor(nodeWith("optional"))?.()).toBe("the authority's\n");
  expect(await certificates.secretsOf(nodeWith(true))).toEqual({
    ...agent,
    CLIENT_TLS_KEY: "key of 127.1.0.1\n",
    CLIENT_TLS_CERTIFICATE: "certificate of 127.1.0.1\n",
  });
});
