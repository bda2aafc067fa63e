import fc from "fast-check";
import { expect, test } from "vitest";
import { describeFile, isIntact } from "./manifest.ts";

test("a file with one changed byte is not intact", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), fc.nat(), fc.integer({ min: 1, max: 255 }), (content, at, by) => {
      const file = describeFile("x", content);
      expect(isIntact(file, content)).toBe(true);
      const damaged = content.slice();
      damaged[at % content.length] = ((damaged[at % content.length] ?? 0) + by) % 256;
      expect(isIntact(file, damaged)).toBe(false);
      expect(isIntact(file, content.slice(1))).toBe(false);
    }),
  );
});
