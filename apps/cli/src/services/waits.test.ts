import { listOperations } from "@reeve/contract";
import { expect, test } from "vitest";
import { serviceKind, serviceNames } from "./by-name.ts";

/** The list of operations with waits is separate from the waits themselves, so that help loads none of their code. Both must agree. */
test.each(serviceNames)("%s: the commands that declare a wait have one, and no others", async (name) => {
  const { api, waits, load } = await serviceKind(name);
  const { shows } = await load();
  const able = listOperations(api).filter((listed) => shows[listed.name]?.wait);
  expect(able.map((listed) => listed.name).sort()).toEqual([...waits].sort());
});
