import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../src/index.ts", import.meta.url));

/** Reads a string and bytes, edits a document, and makes a URL. */
const program = `
  const site = siteXml.readSite("<configuration><property name='a' value='hdfs://cluster'/></configuration>");
  const bytes = siteXml.readSite(new Uint8Array([...${JSON.stringify("<configuration/>")}].map((c) => c.charCodeAt(0))));
  JSON.stringify([siteXml.url(site, "a").host, siteXml.setProperty(bytes, "b", "1").get("b")]);
`;

test("it needs nothing but the language, URL and TextDecoder", async () => {
  const bundle = await rolldown({ input: source, platform: "browser" });
  const { output } = await bundle.generate({ format: "iife", name: "siteXml" });
  expect(output).toHaveLength(1);
  expect(output[0].imports).toEqual([]);
  const bare = createContext({ URL, TextDecoder });
  runInContext(output[0].code, bare);
  expect(runInContext(program, bare)).toBe('["cluster","1"]');
});
