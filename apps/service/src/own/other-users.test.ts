import { expect, test } from "vitest";
import { reachOfOthers } from "./other-users.ts";

const here = { simulated: false, outlivesService: false };
const instances = [
  { name: "kafka", runtime: here },
  { name: "demo", runtime: { ...here, simulated: true } },
  { name: "pods", runtime: { ...here, outlivesService: true } },
] as unknown as Parameters<typeof reachOfOthers>[0];

const passwd = (...lines: readonly string[]) =>
  ["root:x:0:0:root:/root:/bin/bash", "me:x:1000:1000::/home/me:/bin/bash", ...lines, ""].join("\n");
const alice = "alice:x:1001:1001::/home/alice:/bin/zsh";

test("operators of real nodes on this machine are told which other users can reach them", () => {
  expect(reachOfOthers(instances, passwd(alice), 1000)).toBe(
    "other users of this machine (alice) can connect to the nodes of kafka, whose ports for clients need no login, and can read, change and delete data there",
  );
  const many = passwd(alice, alice, alice, alice, alice);
  expect(reachOfOthers(instances, many, 1000)).toContain("(alice, alice, alice and 2 more)");
});

test("nothing is said where no other user can log in, or where no real node runs on this machine", () => {
  const services = passwd("git:x:1002:1002::/srv/git:/usr/sbin/nologin", "nobody:x:65534:65534::/:/bin/sh");
  expect(reachOfOthers(instances, services, 1000)).toBeUndefined();
  expect(reachOfOthers(instances.slice(1), passwd(alice), 1000)).toBeUndefined();
  expect(reachOfOthers(instances, "", 1000)).toBeUndefined();
});
