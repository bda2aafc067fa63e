import { expect, test } from "vitest";
import { wideColumnApi } from "./api.ts";

const { verify } = wideColumnApi.operations.backups;

const check = (problems: readonly object[]) => ({
  status: 200,
  body: { backup_name: "nightly", files: 3, bytes: 30, problems },
});

test("a check that has found something is a failure that names it", () => {
  expect(verify.output.failure(check([]))).toBeUndefined();
  const problem = (at: number) => ({ file: `file ${at}`, object: `~files/${at}`, problem: "damaged" });
  expect(verify.output.failure(check([{ ...problem(1), problem: "missing" }, problem(2)]))).toEqual({
    code: "conflict",
    message: "the backup nightly cannot be restored: file 1 is missing (~files/1); file 2 is damaged (~files/2)",
  });
  const many = Array.from({ length: 12 }, (_, at) => problem(at));
  expect(verify.output.failure(check(many))?.message).toMatch(/file 9 is damaged \(~files\/9\); and 2 more$/);
});
