import { checkInput, decode, readAnswer } from "@reeve/contract";
import { expect, test } from "vitest";
import { showFsSite } from "./endpoints.ts";
import { fileSystemPodInfo } from "./pods.ts";
import { TargetConfiguration } from "./target-configuration.ts";

const configuration = {
  name: "hdfs",
  role: "hdfs-role",
  principal: "hdfs-principal",
  "api-port": 10002,
  "web-url": null,
  coordinator: "master.invalid:2181",
  "pod-specs": [],
  "replacement-failure-policy": { "min-replace-delay-ms": 240000 },
};

test("the target configuration fits, under whichever name its coordinator comes", () => {
  expect(decode(TargetConfiguration, configuration)).toEqual({ ok: true, value: configuration });
  const { coordinator, ...others } = configuration;
  expect(decode(TargetConfiguration, { ...others, zookeeper: coordinator }).ok).toBe(true);
  expect(decode(TargetConfiguration, { ...others, "api-port": "x" })).toEqual({
    ok: false,
    issues: ['api-port: expected an integer, received "x"'],
  });
});

test("a site document is text, exactly as it came", () => {
  const xml = '<?xml version="1.0"?>\n<configuration/>\n';
  expect(readAnswer(showFsSite.output, { status: 200, body: xml })).toEqual({ ok: true, value: xml });
  expect(readAnswer(showFsSite.output, { status: 200, body: null })).toEqual({
    ok: false,
    issues: ["expected a string, received null"],
  });
});

test.each(["data-0", "journal-2", "fc-1"])("%s is a node", (node) => {
  expect(checkInput(fileSystemPodInfo, { node })).toEqual({ node });
});

test.each(["0", 0, "data", "data-", "data-0/..", "", "data-01"])("%j is refused", (node) => {
  expect(() => checkInput(fileSystemPodInfo, { node })).toThrow("node: expected a node id such as name-0");
});
