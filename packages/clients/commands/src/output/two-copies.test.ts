import { endingOf, type Outlet, OutputError, plain } from "@reeve/terminal";
import { expect, test } from "vitest";
import { hintsFor } from "./hints.ts";
import { writeResult } from "./result.ts";

/** A second copy, as the service has when the command line is a bundle. */
const copyOf = <Module>(path: string): Promise<Module> => import(/* @vite-ignore */ `${path}?copy`);

test("the hint that another copy of this package gave to an error is found", async () => {
  const { withHint, withoutHint } = await copyOf<typeof import("./hints.ts")>("./hints.ts");
  expect(hintsFor(withHint(new Error("lost"), "Look."))).toEqual({ defect: "Look." });
  expect(hintsFor(withoutHint(new Error("lost")))).toEqual({});
});

test("output that cannot be written ends a command in the same way, whichever copy of the terminal's package wrote it", async () => {
  class OtherOutputError extends Error {
    override readonly name = "OutputError";
  }
  const results: Outlet = {
    isTerminal: () => false,
    style: () => plain,
    screen: () => undefined,
    write: () => {
      throw new OtherOutputError("full", { cause: Object.assign(new Error("full"), { code: "ENOSPC" }) });
    },
  };
  const written = writeResult({ body: 1, lines: () => ["1"] }, { format: "table" }, { results });
  const error = await written.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(OutputError);
  expect([endingOf(error), endingOf(new OtherOutputError("full"))]).toEqual(["unwritten", "unwritten"]);
  expect(String(error)).toContain("no space left; the operation itself was done");
});
