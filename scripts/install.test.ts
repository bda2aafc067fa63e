import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

test.skipIf(process.platform === "win32")("packages are installed once, and again when their list has changed", () => {
  const checkout = mkdtempSync(join(tmpdir(), "reeve-checkout-"));
  onTestFinished(() => rmSync(checkout, { recursive: true, force: true }));
  for (const folder of ["scripts", "bin"]) mkdirSync(join(checkout, folder));
  copyFileSync(join(import.meta.dirname, "install.mjs"), join(checkout, "scripts/install.mjs"));
  const list = join(checkout, "pnpm-lock.yaml");
  writeFileSync(list, "");
  // Stands in for pnpm: the first installation writes pnpm's file, and a later installation without work does not touch it.
  const npx = join(checkout, "bin/npx");
  writeFileSync(
    npx,
    "#!/bin/sh\nmkdir -p node_modules && touch asked && [ -e node_modules/.modules.yaml ] || : > node_modules/.modules.yaml\n",
  );
  chmodSync(npx, 0o755);

  const installs = () => {
    const env = { ...process.env, PATH: `${join(checkout, "bin")}${delimiter}${process.env.PATH}` };
    execFileSync(process.execPath, [join(checkout, "scripts/install.mjs")], {
      env,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const requested = existsSync(join(checkout, "asked"));
    rmSync(join(checkout, "asked"), { force: true });
    return requested;
  };
  expect([installs(), installs()]).toEqual([true, false]);
  const later = new Date(Date.now() + 1000);
  utimesSync(list, later, later);
  expect(installs()).toBe(true);
  const before = new Date(Date.now() - 1000);
  utimesSync(list, before, before);
  expect(installs()).toBe(false);
});
