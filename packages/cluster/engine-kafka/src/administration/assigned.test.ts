import { expect, test } from "vitest";
import { assignedIn } from "./assigned.ts";

/** The bytes that a client writes for `orders` 1 and 0, and `payments` 2. */
function assignment(): Buffer {
  const topic = (name: string, ...numbers: readonly number[]) => {
    const bytes = Buffer.alloc(2 + name.length + 4 + 4 * numbers.length);
    bytes.writeInt16BE(name.length);
    bytes.write(name, 2);
    bytes.writeInt32BE(numbers.length, 2 + name.length);
    for (const [at, number] of numbers.entries()) bytes.writeInt32BE(number, 6 + name.length + 4 * at);
    return bytes;
  };
  const head = Buffer.alloc(6);
  head.writeInt32BE(2, 2);
  return Buffer.concat([head, topic("orders", 1, 0), topic("payments", 2), Buffer.from([0xff, 0xff, 0xff, 0xff])]);
}

test("the partitions of a member are read from the bytes of its client", () => {
  expect(assignedIn(assignment())).toEqual([
    { topic: "orders", partition: 0 },
    { topic: "orders", partition: 1 },
    { topic: "payments", partition: 2 },
  ]);
  // The bytes are often a part of a larger buffer.
  const inside = Buffer.concat([Buffer.from("abc"), assignment()]).subarray(3);
  expect(assignedIn(inside)).toEqual(assignedIn(assignment()));
});

test("bytes in another form give no partitions", () => {
  for (let length = 0; length < assignment().length - 4; length++) {
    expect(assignedIn(assignment().subarray(0, length))).toEqual([]);
  }
  expect(assignedIn(Buffer.from("another form of bytes"))).toEqual([]);
});
