import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { beforeCutSecret, redact, redactAll } from "./redact.ts";

const SECRET = 'p<w&d/é😀 "canary" key';
const json = JSON.stringify(SECRET);

const forms: [string, string][] = [
  ["as it is", SECRET],
  ["in JSON", json],
  ["in JSON within JSON", JSON.stringify(json)],
  ["in JSON within JSON within JSON", JSON.stringify(JSON.stringify(json))],
  [
    "in JSON that escapes more than it must",
    SECRET.split("")
      .map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  ],
  ["in JSON with capital escapes", SECRET.replace("<", "\\u003C").replace("&", "\\u0026")],
  ["in JSON that escapes slashes", json.replaceAll("/", "\\/")],
  ["in a URL", encodeURIComponent(SECRET)],
  ["in a URL with small letters", encodeURIComponent(SECRET).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())],
  ["in a URL within a URL", encodeURIComponent(encodeURIComponent(SECRET))],
  ["in JSON within a URL", encodeURIComponent(json)],
  ["in a URL within JSON", JSON.stringify({ next: encodeURIComponent(SECRET) })],
  ["in base64", Buffer.from(SECRET).toString("base64")],
  ["in base64, one off", Buffer.from(`u${SECRET}`).toString("base64")],
  ["in base64, two off", Buffer.from(`u:${SECRET}`).toString("base64")],
  ["in base64, with more behind it", Buffer.from(`${SECRET}:x`).toString("base64")],
];

describe("a secret is redacted", () => {
  test.each(forms)("%s", (_, form) => {
    const clean = redact(`before ${form} after`, [SECRET]);
    expect(clean).toContain("<redacted>");
    expect(clean).toMatch(/^before .*after$/);
    expect(clean.length).toBeLessThan(40);
  });

  test("of which another is the beginning", () => {
    expect(redact("AKIAlongcanary", ["AKIA", "AKIAlongcanary"])).toBe("<redacted>");
  });

  test("in every string of a value", () => {
    expect(redactAll({ a: [SECRET], [SECRET]: { b: 1, c: null } }, [SECRET])).toEqual({
      a: ["<redacted>"],
      "<redacted>": { b: 1, c: null },
    });
  });

  test.each(["a\\b%41", "\\", "100%", "%zz\\u12", 'ends with a quote"', "ends with a backslash\\"])(
    "that looks like an escape itself: %s",
    (secret) => {
      for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) {
        expect(redact(`before ${form} after`, [secret])).toMatch(/^before <redacted>+\\* after$/);
      }
    },
  );

  test("of which another is the end", () => {
    expect(redact("longcanarykey.", ["longcanary", "canarykey"])).toBe("<redacted>.");
  });

  test("however long it is", () => {
    const secret = Array.from({ length: 20_000 }, (_, index) => index.toString(36)).join(".");
    expect(redact(`before ${secret} after`, [secret])).toBe("before <redacted> after");
  });

  test("however long it is, and however much of it the text repeats", () => {
    // Long secrets are searched for with another algorithm, which must find the same places. With only two letters, texts repeat themselves
    // often.
    const letters = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 4 });
    const secrets = fc.tuple(letters, fc.integer({ min: 254, max: 260 })).map(([part, length]) => {
      return part.repeat(length).slice(0, length);
    });
    const texts = fc.array(fc.tuple(letters, fc.integer({ min: 1, max: 300 })), { maxLength: 8 });
    fc.assert(
      fc.property(secrets, texts, fc.boolean(), (secret, parts, isInside) => {
        const repeated = parts.map(([part, times]) => part.repeat(times));
        const text = [...repeated, isInside ? secret : "", ...repeated].join("");
        expect(redact(text, [secret])).toBe(text.replaceAll(secret, "<redacted>"));
      }),
    );
  });

  test("even the part of it that remains where text was truncated", () => {
    for (const [, form] of forms) {
      for (const rest of [1, 2, 3, 4]) {
        const cut = beforeCutSecret(`before ${form.slice(0, -rest)}`, [SECRET]);
        // Only a few characters on either side remain, whatever surrounds the secret or its base64 form.
        expect(cut.replace("before ", "").replace("<redacted>", "").length).toBeLessThan(16);
      }
    }
  });

  test("and nothing else is", () => {
    expect(redact("nothing to see (.*) $& here", ["canary", "a.c", ""])).toBe("nothing to see (.*) $& here");
  });
});
