// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of site documents look like placeholders.
import { describe, expect, test } from "vitest";
import { coreSite, createSite, fsSite, readSite } from "../src/index.ts";
import { servedDocument } from "./documents.ts";

describe("fs-site.xml", () => {
  const served = readSite(servedDocument("fs-site"));

  test("has a place for every property that the service serves", () => {
    expect(served.properties).toHaveLength(39);
    expect(fsSite(served)).toEqual({
      nameServiceId: "hdfs",
      nameServices: [
        {
          id: "hdfs",
          failoverProxyProvider: "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider",
          nameNodes: [0, 1].map((index) => ({
            id: `name-${index}-node`,
            rpcAddress: { host: `name-${index}.example`, port: 9001 },
            rpcBindHost: "0.0.0.0",
            httpAddress: { host: `name-${index}.example`, port: 9002 },
            httpBindHost: "0.0.0.0",
          })),
        },
      ],
      nameNode: {
        sharedEdits: {
          url: "qjournal://journal-0.example:8485;journal-1.example:8485;journal-2.example:8485/hdfs",
          journalNodes: [0, 1, 2].map((index) => ({ host: `journal-${index}.example`, port: 8485 })),
          journal: "hdfs",
        },
        directories: ["/var/lib/fs/name"],
        safeModeThreshold: 0.9,
        heartbeatRecheckInterval: 60_000,
        handlerCount: 20,
        invalidateWorkPerIteration: 0.95,
        replicationWorkMultiplier: 4,
        checksDataNodeNames: false,
      },
      journalNode: {
        rpcAddress: { host: "0.0.0.0", port: 8485 },
        httpAddress: { host: "0.0.0.0", port: 8480 },
        directory: "/var/lib/fs/journal",
      },
      dataNode: {
        address: { host: "0.0.0.0", port: 9003 },
        httpAddress: { host: "0.0.0.0", port: 9004 },
        ipcAddress: { host: "0.0.0.0", port: 9005 },
        directories: ["/var/lib/fs/data"],
        balanceBandwidth: 41_943_040,
        handlerCount: 10,
      },
      failover: {
        automatic: true,
        fencingMethods: ["shell(/bin/true)"],
        quorum: { coordinator: "zookeeper", addresses: [{ host: "coordinator.example", port: 2181 }] },
      },
      image: { compress: true, codec: "org.apache.hadoop.io.compress.SnappyCodec" },
      shortCircuit: { enabled: true, cacheSize: 1000, cacheExpiry: 1000, domainSocketPath: "/var/lib/fs/socket" },
      permissionsEnabled: false,
      others: [],
      problems: [],
    });
  });

  test("keeps unknown properties, those of other nameservices included", () => {
    const site = createSite([
      { name: "dfs.nameservices", value: "a, b" },
      { name: "dfs.ha.namenodes.b", value: "n1" },
      { name: "dfs.namenode.rpc-address.b.n1", value: "[::1]:9001" },
      { name: "dfs.namenode.rpc-address.c.n1", value: "elsewhere:9001" },
      { name: "dfs.replication", value: "3", final: true },
      { name: "ha.one.quorum", value: "a:1" },
      { name: "ha.two.quorum", value: "b:2" },
    ]);
    expect(fsSite(site).failover.quorum?.coordinator).toBe("one");
    const { nameServices, others } = fsSite(site);
    expect(nameServices.map(({ id, nameNodes }) => [id, nameNodes.map(({ rpcAddress }) => rpcAddress)])).toEqual([
      ["a", []],
      ["b", [{ host: "::1", port: 9001 }]],
    ]);
    expect(others.map(({ name, value, final }) => [name, value, final])).toEqual([
      ["dfs.namenode.rpc-address.c.n1", "elsewhere:9001", false],
      ["dfs.replication", "3", true],
      ["ha.two.quorum", "b:2", false],
    ]);
  });

  test("of an empty document holds nothing", () => {
    expect(fsSite(createSite([]))).toMatchObject({ nameServices: [], permissionsEnabled: undefined, others: [] });
  });

  test("reads values with their references expanded", () => {
    const site = createSite([
      { name: "dfs.nameservices", value: "hdfs" },
      { name: "dfs.namenode.shared.edits.dir", value: `qjournal://\${env.JOURNAL}:8485/\${dfs.nameservices}` },
    ]);
    expect(fsSite(site, { environment: { JOURNAL: "j" } }).nameNode.sharedEdits).toMatchObject({
      journalNodes: [{ host: "j", port: 8485 }],
      journal: "hdfs",
    });
  });

  test("takes shared edits on a disk as they are", () => {
    const site = createSite([{ name: "dfs.namenode.shared.edits.dir", value: "file:///mnt/shared" }]);
    expect(fsSite(site).nameNode.sharedEdits).toEqual({
      url: "file:///mnt/shared",
      journalNodes: [],
      journal: undefined,
    });
  });

  test.each(["qjournal://j:8485", "qjournal://j:8485;/hdfs", "qjournal://j/hdfs", "qjournal://j:8485/a/b", "qjournal:///hdfs"])(
    "refuses %s as shared edits",
    (value) => {
      const site = createSite([{ name: "dfs.namenode.shared.edits.dir", value }]);
      expect(() => fsSite(site)).toThrow(`dfs.namenode.shared.edits.dir is "${value}", expected a URL such as qjournal:`);
    },
  );

  test("keeps fencing methods apart by lines, for commands hold commas", () => {
    const site = createSite([{ name: "dfs.ha.fencing.methods", value: "\n  sshfence(a,b)\n  shell(/bin/true)\n" }]);
    expect(fsSite(site).failover.fencingMethods).toEqual(["sshfence(a,b)", "shell(/bin/true)"]);
  });
});

describe("core-site.xml", () => {
  test("has a place for every property that the service serves", () => {
    const site = readSite(servedDocument("core-site"));
    expect(site.properties).toHaveLength(8);
    const { defaultFileSystem, proxyUsers, failoverParentPath, others } = coreSite(site);
    expect(defaultFileSystem).toMatchObject({ scheme: "hdfs", authority: "hdfs" });
    const anyone = { hosts: ["*"], groups: ["*"], users: [] };
    expect([...proxyUsers]).toEqual([
      ["hue", anyone],
      ["root", anyone],
      ["httpfs", anyone],
    ]);
    expect(failoverParentPath).toEqual({ coordinator: "zookeeper", path: "/services/hdfs" });
    expect(others).toEqual([]);
  });

  test("takes any user, whatever the name", () => {
    const site = createSite([
      { name: "hadoop.proxyuser.first.last.hosts", value: "a,b" },
      { name: "hadoop.proxyuser.__proto__.users", value: "u" },
    ]);
    expect([...coreSite(site).proxyUsers]).toEqual([
      ["first.last", { hosts: ["a", "b"], groups: [], users: [] }],
      ["__proto__", { hosts: [], groups: [], users: ["u"] }],
    ]);
  });

  test.each([
    [["fs.default.name", "fs.defaultFS"], "second"],
    [["fs.defaultFS", "fs.default.name"], "second"],
    [["fs.defaultFS"], "first"],
    [["fs.default.name"], "first"],
  ])("knows the default file system by both names: %j", (names, authority) => {
    const site = createSite(names.map((name, index) => ({ name, value: `hdfs://${["first", "second"][index]}` })));
    expect(coreSite(site).defaultFileSystem?.authority).toBe(authority);
    expect(coreSite(site).others).toEqual([]);
  });

  test.each([
    ["namenode:8020", "hdfs://namenode:8020", "hdfs", "namenode:8020"],
    ["namenode", "hdfs://namenode", "hdfs", "namenode"],
    ["local", "file:///", "file", ""],
    [" hdfs://user@Name_Node:8020/x ", "hdfs://user@Name_Node:8020/x", "hdfs", "user@Name_Node:8020"],
    ["s3a://bucket", "s3a://bucket", "s3a", "bucket"],
    ["hdfs:///", "hdfs:///", "hdfs", ""],
    ["h:8020/", "h:8020/", "h", ""],
    ["hdfs://u@[::1]:80", "hdfs://u@[::1]:80", "hdfs", "u@[::1]:80"],
    ["hdfs://é%20,/x?[", "hdfs://é%20,/x?[", "hdfs", "é%20,"],
  ])("makes of the default file system %j what clients make of it", (value, uri, scheme, authority) => {
    const site = createSite([{ name: "fs.default.name", value }]);
    expect(coreSite(site).defaultFileSystem).toEqual({ uri, scheme, authority });
  });

  test.each(["", "/", "hdfs://", "file://", "hdfs://a b", "hdfs://a%zz", "hdfs://a]", "hdfs://[::1::]", "hdfs://a/[", "hdfs://a#b#c"])(
    "refuses the default file system %j, as clients do",
    (value) => {
      expect(() => coreSite(createSite([{ name: "fs.defaultFS", value }]))).toThrow("expected a URI such as");
    },
  );

  test("takes system properties into account", () => {
    const site = createSite([{ name: "fs.defaultFS", value: "hdfs://${cluster}" }]);
    expect(coreSite(site, { systemProperties: { cluster: "c" } }).defaultFileSystem?.authority).toBe("c");
  });

  test("reads a deprecated name as the one that replaced it, and tells of values that clients do not take", () => {
    const site = readSite(`<configuration>
<property name="dfs.namenode.handler.count" value="20"/>
<property name="dfs.balance.bandwidthPerSec" value="1m"/>
<property name="dfs.permissions.enabled" value="yes"/>
<property name="dfs.name.dir" value="/old"/>
</configuration>`);
    const { dataNode, nameNode, permissionsEnabled, others, problems } = fsSite(site);
    expect(dataNode.balanceBandwidth).toBe(2 ** 20);
    expect(nameNode.directories).toEqual(["/old"]);
    expect(permissionsEnabled).toBeUndefined();
    expect(others).toEqual([]);
    expect(problems).toEqual([
      {
        code: "ignored-value",
        severity: "warning",
        line: 4,
        column: 1,
        property: "dfs.permissions.enabled",
        message: 'dfs.permissions.enabled is "yes", which clients ignore: they expect true or false.',
      },
    ]);
  });

  test("names the property whose value does not fit", () => {
    expect(() => coreSite(createSite([{ name: "fs.defaultFS", value: "/nowhere" }]))).toThrow(
      'Line 3: fs.defaultFS is "/nowhere", expected a URI such as hdfs://cluster.',
    );
  });
});
