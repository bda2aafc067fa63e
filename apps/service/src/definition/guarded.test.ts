import { changedGuarded } from "@reeve/orchestrator";
import { expect, test } from "vitest";
import { offersWith } from "../engines/open-engines.ts";
import { readObject } from "./read-definition.ts";

const file = { file: "/run/secret" };

test.each([
  [{ kind: "broker", engine: "kafka" }, { engineConfiguration: { "config.providers": "file" } }, "engineConfiguration.config.providers"],
  [{ kind: "broker", engine: "kafka" }, { engineConfiguration: { "sasl.jaas.config": file } }, "engineConfiguration.sasl.jaas.config"],
  [
    { kind: "broker", engine: "kafka" },
    { engineConfiguration: { "sasl.kerberos.kinit.cmd": "/tmp/x" } },
    "engineConfiguration.sasl.kerberos.kinit.cmd",
  ],
  [{ kind: "broker", engine: "kafka" }, { engineConfiguration: { "num.io.threads": 8, "super.users": "User:alice" } }, undefined],
  [
    { kind: "wide-column", engine: "cassandra" },
    { engineConfiguration: { user_defined_functions_enabled: true } },
    "engineConfiguration.user_defined_functions_enabled",
  ],
  [
    { kind: "wide-column", engine: "cassandra" },
    { engineConfiguration: { row_cache_class_name: "a.b.Cache" } },
    "engineConfiguration.row_cache_class_name",
  ],
  [{ kind: "wide-column", engine: "cassandra" }, { engineConfiguration: { concurrent_reads: 8 } }, undefined],
  [{ kind: "file-system", engine: "hdfs" }, { settings: { HA_FENCING_METHODS: "sshfence" } }, "settings.HA_FENCING_METHODS"],
  [{ kind: "file-system", engine: "hdfs" }, { settings: { NAME_NODE_HANDLER_COUNT: 7 } }, undefined],
  [
    { kind: "file-system", engine: "hdfs" },
    { engineConfiguration: { core: { "net.topology.script.file.name": "/tmp/x" } } },
    "engineConfiguration.core.net.topology.script.file.name",
  ],
  [
    { kind: "file-system", engine: "hdfs" },
    { engineConfiguration: { core: { "fs.s3a.secret.key": file } } },
    "engineConfiguration.core.fs.s3a.secret.key",
  ],
  [
    { kind: "file-system", engine: "hdfs" },
    { engineConfiguration: { core: { "fs.mine.impl": "Mine" } } },
    "engineConfiguration.core.fs.mine.impl",
  ],
  [{ kind: "file-system", engine: "hdfs" }, { engineConfiguration: { hdfs: { "dfs.blocksize": 67108864 } } }, undefined],
  [{ kind: "broker", engine: "kafka" }, { runtime: { name: "kubernetes", image: "example.com/kafka:4" } }, "runtime.image"],
  [
    { kind: "broker", engine: "kafka" },
    { runtime: { name: "kubernetes", image: "example.com/kafka:4", namespace: "kube-system" } },
    "runtime.namespace,runtime.image",
  ],
])("of %j, %j guards %s", async (engine, more, path) => {
  const offers = await offersWith();
  const { services } = readObject({ services: { one: { ...engine, ...more } } }, { offers }).definition;
  const changed = services.one && changedGuarded(undefined, services.one, offers);
  expect(changed).toEqual(path === undefined ? [] : path.split(","));
});

test.each([
  ["kafka", "broker", { "delegation.token.secret.key": "plain" }],
  ["cassandra", "wide-column", { some_password: "plain" }],
  ["hdfs", "file-system", { core: { "hadoop.zk.ssl.keystore.password": "plain" } }],
])("%s refuses secrets in plain text without showing them", async (engine, kind, engineConfiguration) => {
  const offers = await offersWith();
  const read = () => readObject({ services: { one: { engine, kind, engineConfiguration } } }, { offers });
  expect(read).toThrow("is a secret, so a definition contains only a reference to it");
  expect(read).toThrow(/^(?!.*plain")/s);
});
