import { listOperations } from "@reeve/contract";
import { kinds } from "@reeve/profiles";
import { expect, test } from "vitest";
import { serviceKind } from "./kind.ts";

test.each(kinds)("%s: the client has the method of each wait that is declared as one", async (name) => {
  const { api, load } = await serviceKind(name);
  const { createClient } = await load();
  const client = createClient({ url: "https://cluster.invalid", service: "instance" }) as object as Record<string, object>;
  const declared = listOperations(api).filter(({ operation }) => operation.wait?.by === "method");
  expect(declared).not.toEqual([]);
  expect(declared.filter(({ noun, verb }) => !(`${verb}AndWait` in (client[noun] ?? {})))).toEqual([]);
});
