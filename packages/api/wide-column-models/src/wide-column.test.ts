import { type AnyOperation, checkInput, readAnswer } from "@reeve/contract";
import { describe, expect, test } from "vitest";
import { restoreStatus, startBackup } from "./backup.ts";
import { showDatabaseConnection } from "./connection.ts";
import { startCleanup } from "./maintenance.ts";
import { modeOf } from "./mode-of.ts";
import { nodeStatus } from "./nodes.ts";

const read = ({ output }: AnyOperation, body: unknown, status = 200) => {
  const answer = readAnswer(output, { status, body });
  if (!answer.ok) throw new Error(answer.issues[0]);
  return answer.value;
};

describe("the connection", () => {
  test("as documented, and as the other services' servers have it", () => {
    expect(read(showDatabaseConnection, { nodes: ["10.0.0.1:9042"] })).toEqual({ nodes: ["10.0.0.1:9042"] });
    const other = { address: ["10.0.0.1:9042"], dns: ["node-0.invalid:9042"], vip: "node.invalid:9042" };
    expect(read(showDatabaseConnection, other)).toEqual({ ...other, nodes: ["10.0.0.1:9042"] });
    expect(() => read(showDatabaseConnection, {})).toThrow("nodes: missing");
  });
});

describe("a node", () => {
  test.each([
    [0, "0"],
    ["0", "0"],
    ["node-0", "0"],
    ["node-12", "12"],
  ])("%j is %s", (node, number) => {
    expect(checkInput(nodeStatus, { node })).toEqual({ node: number });
  });

  test.each([-1, 0.5, "node-", "node-01", "", "*", "node-node-1"])("%j is refused", (node) => {
    expect(() => checkInput(nodeStatus, { node })).toThrow("node: expected the number of a node: 0, or node-0");
  });

  test("has its mode under one of two names", () => {
    expect([modeOf({ name: "n", mode: "NORMAL" }), modeOf({ name: "n", operating_mode: "NORMAL" }), modeOf({ name: "n" })]).toEqual([
      "NORMAL",
      "NORMAL",
      undefined,
    ]);
  });
});

describe("maintenance", () => {
  test("takes nodes as numbers, too", () => {
    expect(checkInput(startCleanup, { nodes: [0, "node-1", "2"] })).toEqual({ nodes: ["0", "node-1", "2"] });
    expect(() => checkInput(startCleanup, { nodes: [-1] })).toThrow(
      "nodes[0]: expected the number of a node (0 or node-0), or *, received -1",
    );
  });

  test.each([{ nodes: ["*"] }, { nodes: ["0", "node-1"], key_spaces: ["demo"], column_families: ["a", "b"] }])("%j", (input) => {
    expect(checkInput(startCleanup, input)).toEqual(input);
  });

  test.each([
    [{}, "nodes: missing"],
    [{ nodes: [] }, "nodes: expected at least one node, or * for all of them"],
    [{ nodes: ["*", "0"] }, "nodes: expected either * alone or nodes, not both"],
    [{ nodes: ["x"] }, 'nodes[0]: expected the number of a node (0 or node-0), or *, received "x"'],
    [{ nodes: "*" }, 'nodes: expected an array, received "*"'],
    [{ nodes: ["*"], key_spaces: [] }, "key_spaces: expected at least one keyspace; leave this field out to select all"],
    [{ nodes: ["*"], key_spaces: ["a-b"] }, 'key_spaces[0]: expected the name of a keyspace, received "a-b"'],
    [{ nodes: ["*"], keyspaces: ["a"] }, "keyspaces: there is no such field"],
  ])("%j is refused", (input, issue) => {
    expect(() => checkInput(startCleanup, input)).toThrow(issue);
  });

  test("has started when the server says so, or when its answer is empty", () => {
    expect(read(startCleanup, { status: "started", message: "" })).toEqual({ status: "started", message: "" });
    expect(read(startCleanup, null, 202)).toEqual({ status: "started", message: "" });
  });
});

describe("backups", () => {
  const input = {
    backup_name: "nightly",
    external_location: "s3://backups",
    s3_access_key: "AKIA",
    s3_secret_key: "very secret",
  };

  test("need all four fields", () => {
    expect(checkInput(startBackup, input)).toEqual(input);
    for (const field of Object.keys(input)) {
      expect(() => checkInput(startBackup, { ...input, [field]: undefined })).toThrow(`${field}:`);
    }
  });

  test.each(["backups", "s3://", "s3:///x", "http://backups", "s3://a/b", "s3://A", "s3://..", "S3://backups", "s3://backups\n"])(
    "%j is no location",
    (external_location) => {
      expect(() => checkInput(startBackup, { ...input, external_location })).toThrow(
        "external_location: expected s3:// and the name of a bucket",
      );
    },
  );

  test("never show a key, not even one that does not fit", () => {
    const refusal = () => checkInput(startBackup, { ...input, s3_secret_key: ["very secret"], s3_access_key: "" });
    expect(refusal).toThrow("s3_access_key: expected a string that is not empty, received a secret that does not fit");
    expect(refusal).not.toThrow("very secret");
  });
});

describe("the status of a restore", () => {
  const step = (status: string, message: string) => ({ id: "s", name: "node-0", status, message });
  const plan = (status: string, errors: unknown[], ...steps: unknown[]) => ({
    phases: [{ id: "p", name: "Download", status, steps }],
    errors,
    status,
  });

  test("is read as it is, and out of a plan", () => {
    expect(read(restoreStatus, { status: "running", message: "2 of 3" })).toEqual({
      status: "running",
      message: "2 of 3",
    });
    expect(read(restoreStatus, plan("IN_PROGRESS", [], step("COMPLETE", "a"), step("IN_PROGRESS", "b")), 202)).toMatchObject({
      status: "running",
      message: "b",
    });
    expect(read(restoreStatus, plan("COMPLETE", [], step("COMPLETE", "a")))).toMatchObject({
      status: "complete",
      message: "",
    });
    expect(read(restoreStatus, plan("ERROR", ["no such bucket"], step("ERROR", "a")), 417)).toMatchObject({
      status: "failed",
      message: "no such bucket",
    });
  });
});
