import { documentedSchema, isRecord, listOperations, readAnswer } from "@reeve/contract";
import { type AnyPictures, draw } from "@reeve/pictures";
import { brokerPictures as broker } from "@reeve/pictures/broker";
import { fileSystemPictures as fileSystem } from "@reeve/pictures/file-system";
import { wideColumnPictures as wideColumn } from "@reeve/pictures/wide-column";
import { plain, utcTime } from "@reeve/terminal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apis } from "./apis.ts";
import { arbitraryOf } from "./arbitrary.ts";
import { inEachRevision } from "./clients.ts";

const pictures: Readonly<Record<string, AnyPictures>> = {
  broker,
  "wide-column": wideColumn,
  "file-system": fileSystem,
};

describe.each(apis.map((api) => [api.name, api] as const))("%s", (_, api) => {
  const calls = inEachRevision(api, listOperations(api));

  test.each(calls.map(([revision, listed]) => [revision, listed.name, listed] as const))(
    "%s %s: whatever is answered can be seen, with a picture of its own or without one",
    (revision, name, { operation }) => {
      const input = isRecord(operation.example) ? operation.example : {};
      const view = { style: plain, times: utcTime, now: Date.UTC(2026, 0, 1), input };
      let drawn = 0;
      fc.assert(
        fc.property(arbitraryOf(documentedSchema(operation.output, revision)), (body) => {
          const read = readAnswer(operation.output, { status: 200, body });
          if (!read.ok) return;
          drawn++;
          expect(draw({}, name, read.value, view).join("\n")).toMatch(/\S/);
          if (isBlank(read.value)) return;
          expect(draw(pictures[api.name] ?? {}, name, read.value, view).join("\n")).toMatch(/\S/);
        }),
        { numRuns: 50 },
      );
      expect(drawn).toBeGreaterThan(10);
    },
  );
});

/** Documents and names are shown unchanged, so an answer of blanks has a blank picture. */
function isBlank(value: unknown): boolean {
  return isBlankText(value) || hasBlankNames(value);
}

function hasBlankNames(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isBlankText);
  return isRecord(value) && Object.values(value).some(hasBlankNames);
}

function isBlankText(value: unknown): boolean {
  return typeof value === "string" && value.trim() === "";
}
