import fc from "fast-check";

/**
 * Any character, and half of one. The unit "binary" has almost the same, but makes a table of all of them, which takes a second and 150 MB.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
