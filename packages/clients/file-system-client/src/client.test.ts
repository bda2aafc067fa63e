import { describe, expect, test } from "vitest";
import { createFileSystemClient, isReeveError, revisionOf } from "./index.ts";
import { createFileSystemDouble, reply } from "./testing.ts";

const service = "hdfs";
const nodes = ["data-0", "journal-0", "name-0", "fc-0"];

describe("a file system client", () => {
  test("says pod in V1 and pods in V2", async () => {
    for (const [revision, path] of [
      ["V1", "/service/hdfs/v1/pod/name-0/info"],
      ["V2", "/service/hdfs/v1/pods/name-0/info"],
    ] as const) {
      const { url, fetch, requests } = createFileSystemDouble(revision, { "pods.info": [] });
      await createFileSystemClient({ url, fetch, service, revision }).pods.info({ node: "name-0" });
      expect(requests[0]?.target).toBe(path);
    }
  });

  test.each([
    ["V1", 2],
    ["V2", 1],
  ] as const)("finds out that its server is %s", async (revision, reads) => {
    const { url, fetch, requests } = createFileSystemDouble(revision, { "pods.list": nodes });
    expect(await revisionOf(createFileSystemClient({ url, fetch, service }))).toBe(revision);
    expect(requests).toHaveLength(reads);
  });

  test("does not take a message broker for a file system, whose nodes are listed under the same path", async () => {
    const { url, fetch } = createFileSystemDouble("V1", { "pods.list": ["broker-0", "broker-1"] });
    const error = await revisionOf(createFileSystemClient({ url, fetch, service })).catch((thrown) => thrown);
    expect(isReeveError(error, "not-found")).toBe(true);
    expect(error.message).toContain('there is no distributed file system service "hdfs"');
  });

  test("has what takes more than one call in both revisions", () => {
    for (const revision of ["V1", "V2"] as const) {
      const client = createFileSystemClient({ url: "https://cluster.example", service, revision });
      expect(Object.keys(client.plans)).toEqual(expect.arrayContaining(["watch", "wait"]));
      expect(Object.keys(client.pods)).toEqual(expect.arrayContaining(["restartAndWait", "replaceAndWait", "restartAllAndWait"]));
    }
  });

  test.each(["text/plain", "text/xml", "application/xml"])("gives a site document of type %s as text", async (type) => {
    const xml = "<configuration/>";
    const { url, fetch } = createFileSystemDouble("V2", {
      "endpoints.coreSite": reply(200, xml, { "content-type": type }),
    });
    expect(await createFileSystemClient({ url, fetch, service, revision: "V2" }).endpoints.coreSite()).toBe(xml);
  });

  test("reads a site document beside its text, and says where one cannot be read", async () => {
    const text = "<configuration>\n<property><name>dfs.replication</name><value>3</value></property></configuration>";
    const { url, fetch } = createFileSystemDouble("V2", {
      "endpoints.fsSite": text,
      "endpoints.coreSite": "<configuration>",
    });
    const { endpoints } = createFileSystemClient({ url, fetch, service, revision: "V2" });
    const read = await endpoints.readFsSite();
    expect(read.text).toBe(text);
    expect(read.document.settings.get("dfs.replication")).toMatchObject({ value: "3", line: 2 });
    await expect(endpoints.readCoreSite()).rejects.toMatchObject({
      code: "unexpected-response",
      message: expect.stringContaining("Line 1, column 1: <configuration> is not closed"),
    });
  });

  test("knows an unknown endpoint or node by its 404, empty or not", async () => {
    const { url, fetch } = createFileSystemDouble("V2", {
      "endpoints.fsSite": reply(404),
      "pods.info": reply(404, "no such pod"),
    });
    const client = createFileSystemClient({ url, fetch, service, revision: "V2" });
    await expect(client.endpoints.fsSite()).rejects.toMatchObject({ code: "not-found" });
    await expect(client.pods.info({ node: "data-9" })).rejects.toMatchObject({ code: "not-found" });
  });
});
