import { listOperations } from "@reeve/contract";
import { expect, test } from "vitest";
import { serviceKind, serviceNames } from "./by-name.ts";

/** Help must not load how to wait, so the list of waits is separate; both must agree. */
test.each(serviceNames)(
  "what the commands of %s say they wait for, they can wait for, and nothing else",
  async (name) => {
    const { api, waits, load } = await serviceKind(name);
    const { shows } = await load();
    const able = listOperations(api).filter((listed) => shows[listed.name]?.wait);
    expect(able.map((listed) => listed.name).sort()).toEqual([...waits].sort());
  },
);
