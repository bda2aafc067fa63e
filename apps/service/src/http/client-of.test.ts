import { expect, test } from "vitest";
import { clientOf } from "./client-of.ts";

test.each([
  ["2001:db8::1", "2001:db8::2"],
  ["2001:db8::1", "2001:db8:0:0:5::"],
  ["2001:db8::1", "2001:0db8:0000:0000:ffff:ffff:ffff:ffff"],
  ["2001:db8::", "2001:db8::192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2:ffff::1"],
  ["2001:DB8:1:2::1", "2001:db8:1:2:3:4:5::"],
  ["::1", "::2"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::ffff:c000:207", "192.0.2.7"],
  ["0:0:0:0:0:ffff:192.0.2.7", "192.0.2.7"],
  ["fe80::1%eth0", "fe80::2%eth0"],
])("%s and %s are one client", (one, other) => {
  expect(clientOf(one)).toBe(clientOf(other));
});

test.each([
  ["2001:db8::1", "2001:db8:0:1::1"],
  ["2001:db8:1:2::1", "2001:db8:1:3::1"],
  ["1::2:3:4:5:6", "2:3:4:5::6"],
  ["::ffff:192.0.2.7", "::ffff:192.0.2.8"],
  ["::1", "127.0.0.1"],
  ["fe80::1%eth0", "fe80::1%eth1"],
  ["192.0.2.7", "192.0.2.8"],
])("%s and %s are two clients", (one, other) => {
  expect(clientOf(one)).not.toBe(clientOf(other));
});

test("what is not an address is a client of its own", () => {
  expect(clientOf("this process")).toBe("this process");
});
