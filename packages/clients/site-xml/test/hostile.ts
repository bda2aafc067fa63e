import { describe, expect, test } from "vitest";
import { readSite, SiteXmlError, setProperty } from "../src/index.ts";

/**
 * Tests documents of a given length that are slow for careless parsers. Quadratic work would take minutes for each of them, while linear
 * work takes a fraction of a second, even on a busy machine.
 */
export function describeHostile(length: number, seconds: number): void {
  const limits = { depth: 1000, elements: length, attributes: length, size: 2 * length };

  describe(`in ${seconds} seconds, ${length} characters of`, () => {
    test.each([
      ["references", value(filled("&amp;"))],
      ["references to characters", value(filled("&#x1F600;"))],
      ["one long reference", value(`&#${"0".repeat(length)}65;`)],
      ["a reference that does not end", value(`&#${"1".repeat(length)}`)],
      ["ampersands", value(filled("&"))],
      ["brackets", value(filled("]]"))],
      ["]]> after a long text", value(`${filled("x")}]]>`)],
      ["open tags", filled("<configuration>")],
      ["open tags of one name each", `<configuration>${filled("<a>")}`],
      ["tags without an end", value(filled("<a "))],
      ["quotes", value(filled("<a b='"))],
      ["empty elements", `<configuration>${filled("<a/>")}</configuration>`],
      ["empty properties", `<configuration>${filled("<property/>")}</configuration>`],
      ["duplicates", `<configuration>${filled('<property name="a" value="1"/>')}</configuration>`],
      [
        "duplicates after a final",
        `<configuration><property name="a" final="true"/>${filled('<property name="a" value="1"/>')}</configuration>`,
      ],
      ["one element's children", `<configuration><property>${filled("<value/>")}</property></configuration>`],
      ["attributes", `<configuration ${Array.from({ length: length / 12 }, (_, index) => `a${index}="x"`).join(" ")}/>`],
      ["blanks in a tag", `<configuration${filled(" ")}/>`],
      ["line ends in an attribute", `<configuration a="${filled("\r\n")}"/>`],
      ["line ends", `<configuration>${filled("\r\n")}</configuration>`],
      [
        "blanks around a name",
        `<configuration><property><name>${filled(" ")}a${filled(" ").slice(length / 2)}</name></property></configuration>`,
      ],
      ["comments", `<configuration>${filled("<!---->")}</configuration>`],
      ["comments in a value", value(filled("x<!---->"))],
      ["comments that do not end", value(filled("<!-- "))],
      ["dashes in a comment", `<configuration><!--${filled(" -")} --></configuration>`],
      ["instructions", `<configuration>${filled("<?a b?>")}</configuration>`],
      ["instructions with an apostrophe", `<configuration>${filled("<?a '?>")}</configuration>`],
      ["CDATA sections", value(filled("<![CDATA[x]]>"))],
      ["CDATA sections that do not end", value(filled("<![CDATA["))],
      ["blanks in the declaration", `<?xml version="1.0"${filled(" ")}x?><configuration/>`],
      ["a name", `<configuration><${filled("é")}/></configuration>`],
      ["a closing tag", `<configuration>${filled("</")}`],
      [
        "nested configurations",
        `<configuration>${filled(`${"<configuration>".repeat(900)}${"</configuration>".repeat(900)}`)}</configuration>`,
      ],
    ])("%s", (_, text) => {
      const start = performance.now();
      try {
        const site = readSite(text, { limits });
        setProperty(site, "a", "2");
      } catch (error) {
        expect(error).toBeInstanceOf(SiteXmlError);
      }
      expect((performance.now() - start) / 1000).toBeLessThan(seconds);
    });
  });

  function filled(piece: string): string {
    return piece.repeat(Math.ceil(length / piece.length));
  }

  function value(content: string): string {
    return `<configuration><property><name>a</name><value>${content}</value></property></configuration>`;
  }
}
