import { expect, test } from "vitest";
import { makeHome, reeve } from "./command-line.ts";

test("with --revision, only the operations of that revision are listed", async () => {
  using home = makeHome();
  const rows = async (line: string): Promise<readonly { command: string; revisions: readonly string[] }[]> =>
    JSON.parse((await reeve(home, `operations --json ${line}`)).out);
  const all = await rows("");
  const has = (revision: string) => all.filter(({ revisions }) => revisions.includes(revision));
  expect(has("R3").length).toBeLessThan(all.length);
  expect(await rows("--revision R3")).toEqual(has("R3"));
  expect(await rows("broker --revision R1")).toEqual(has("R1"));
  expect(await rows("fs --revision fs=V2")).toEqual(has("V2"));
  const broker = await rows("--revision broker=R3");
  expect(broker).toEqual(all.filter(({ command, revisions }) => !command.startsWith("broker") || revisions.includes("R3")));
  for (const line of ["--revision R9", "broker --revision V1", "--revision broker=V1", "--revision nothing=R1"]) {
    const { code, out, err } = await reeve(home, `operations ${line}`);
    expect({ line, code, out }).toEqual({ line, code: 2, out: "" });
    expect(err).toContain("--revision");
  }
});
