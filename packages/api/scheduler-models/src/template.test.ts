import { describe, expect, test } from "vitest";
import { renderTemplate, templateVariables } from "./template.ts";

const template = `<configuration>
{{#NAMENODE}}
  <name>{{FRAMEWORK_NAME}}</name>
  {{#SECURE_MODE}}
  <realm>{{REALM}}</realm>
  {{/SECURE_MODE}}
{{/NAMENODE}}
{{^SECURE_MODE}}
  <open>true</open>
{{/SECURE_MODE}}
</configuration>
`;

test("variables are filled in and sections stand or fall with their flags", () => {
  expect(renderTemplate(template, { NAMENODE: "true", FRAMEWORK_NAME: "hdfs" })).toBe(
    "<configuration>\n  <name>hdfs</name>\n  <open>true</open>\n</configuration>\n",
  );
  expect(renderTemplate(template, { SECURE_MODE: "yes", REALM: "LOCAL" })).toBe("<configuration>\n</configuration>\n");
  expect(renderTemplate(template, { NAMENODE: "1", FRAMEWORK_NAME: "a", SECURE_MODE: "1", REALM: "R" })).toContain(
    "  <realm>R</realm>\n</",
  );
});

test("what a template asks for is listed", () => {
  expect(templateVariables(template)).toEqual({
    variables: ["FRAMEWORK_NAME", "REALM"],
    flags: ["NAMENODE", "SECURE_MODE"],
  });
});

test("values are put in as they are, and are not read as templates", () => {
  expect(renderTemplate("{{A}}|{{ A }}", { A: "<&>{{B}}$&" })).toBe("<&>{{B}}$&|<&>{{B}}$&");
});

test("a section within a line takes only itself", () => {
  expect(renderTemplate("a{{#F}}b{{/F}}c", { F: "true" })).toBe("abc");
  expect(renderTemplate("a{{#F}}b{{/F}}c", { F: "false" })).toBe("ac");
});

describe("refused", () => {
  test("a variable without a value, all of them at once", () => {
    expect(() => renderTemplate("{{A}} {{B}} {{C}}", { B: "x" })).toThrow("the template has no value for A, C");
  });

  test.each(["{{A B}}", "{{&amp}}", "x {{", "{{> part}}"])("a tag that is not understood: %s", (text) => {
    expect(() => renderTemplate(text, { A: "1" })).toThrow("the template has a tag that is not understood");
  });

  test("sections in great depth", () => {
    expect(() => renderTemplate("{{#A}}".repeat(20_000), {})).toThrow("more than 100 sections are nested");
  });

  test("names that every object has are no values", () => {
    expect(() => renderTemplate("{{toString}}", {})).toThrow("the template has no value for toString");
  });

  test.each([
    ["{{#A}}x", "{{#A}} is never closed"],
    ["x{{/A}}", "{{/A}} closes nothing"],
    ["{{#A}}{{#B}}{{/A}}{{/B}}", "{{/A}} closes {{#B}}"],
  ])("sections that do not match: %s", (text, reason) => {
    expect(() => renderTemplate(text, {})).toThrow(reason);
  });
});
