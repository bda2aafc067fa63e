import { join } from "node:path";
import { brokerApi } from "@reeve/broker-models";
import { fieldsOf, listOperations } from "@reeve/contract";
import { fileSystemApi } from "@reeve/file-system-models";
import { wideColumnApi } from "@reeve/wide-column-models";
import { expect, test } from "vitest";
import { startLanguageServer } from "./language-server.ts";

const clients = [
  { api: brokerApi, from: "@reeve/broker-client", create: "createBrokerClient" },
  { api: wideColumnApi, from: "@reeve/wide-column-client", create: "createWideColumnClient" },
  { api: fileSystemApi, from: "@reeve/file-system-client", create: "createFileSystemClient" },
];

/** The declared text of a field as a comment may write it: as a sentence, with marks around values. */
const plain = (text: string) =>
  text
    .replaceAll("`", "")
    .replace(/^./, (letter) => letter.toLowerCase())
    .replace(/\.$/, "");

/** All fields of the methods of a client, and a program that uses each of them in a line of its own. */
function fieldsIn({ api, from, create }: (typeof clients)[number]) {
  const head = [`import { ${create} } from "${from}";`, `const client = ${create}({ url: "", service: "" });`];
  const fields = listOperations(api).flatMap(({ noun, verb, operation }) =>
    fieldsOf(operation).map(({ name, about }) => ({ begin: `client.${noun}.${verb}({ `, name, about })),
  );
  return {
    head,
    fields,
    text: [...head, ...fields.map(({ begin, name }) => `${begin}${name}: 0 as never });`)].join("\n"),
  };
}

test("an editor shows the declared text of each field of the methods of all clients", async () => {
  using server = await startLanguageServer(join(import.meta.dirname, ".."));
  for (const client of clients) {
    const { head, fields, text } = fieldsIn(client);
    const file = join(import.meta.dirname, `typed-with-${client.create}.ts`);
    server.open(file, text);
    const shown = await Promise.all(
      fields.map(async ({ begin, name }, index) => {
        const documentation = await server.documentation(file, head.length + index, begin.length);
        return `${begin}${name}: ${plain(documentation)}`;
      }),
    );
    expect(shown).toEqual(fields.map(({ begin, name, about }) => `${begin}${name}: ${plain(about)}`));
  }
});
