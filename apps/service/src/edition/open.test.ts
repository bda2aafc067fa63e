import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/running.ts";
import { keepInMemory } from "../state/state-folder.ts";
import { openEdition } from "./open.ts";

test.each(["", "# all gone\n", "\n"])(
  "tokens stay valid when their file is emptied (%j), and the log says so",
  (emptied) => {
    using folder = temporaryFolder();
    const file = join(folder.path, "tokens");
    writeFileSync(file, "first-token-of-them-all\n");
    let time = 0;
    const logged: unknown[] = [];
    const log = (...entry: readonly unknown[]) => void logged.push(entry);
    const edition = openEdition(keepInMemory(), file, log, () => time);
    writeFileSync(file, emptied);
    time += 2000;
    expect(edition.identify("first-token-of-them-all")).toEqual({ who: "token 1" });
    expect(logged).toEqual([
      ["error", "tokens-refused", { file, reason: expect.stringContaining(`${file} holds no token`) }],
    ]);
    time += 2000;
    expect(edition.identify("first-token-of-them-all")).toEqual({ who: "token 1" });
    expect(logged).toHaveLength(1);
    writeFileSync(file, "second-token-of-them-all\n");
    time += 2000;
    expect(edition.identify("second-token-of-them-all")).toEqual({ who: "token 1" });
    expect(edition.identify("first-token-of-them-all")).toBeUndefined();
  },
);
