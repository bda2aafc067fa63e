import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { APPLETS, busyboxHere, missingForImages, standIn } from "./busybox-of-tests.ts";
import { readImage } from "./read-image.ts";
import { cannotRunInImages, runInImage } from "./run-in-image.ts";
import { shellImage } from "./shell-image.ts";

const missing = missingForImages();
const suite = missing === undefined ? "the shell's image" : `the shell's image (skipped: ${missing})`;
const busybox = busyboxHere();
const cannotRun = busybox === undefined ? "there is no static busybox" : cannotRunInImages();

describe.skipIf(missing !== undefined)(suite, () => {
  test("contains busybox, a link for each of its tools, and what users of a pod need", async () => {
    const folder = emptyFolder();
    const program = standIn(folder);
    await shellImage(program, "tools:1", join(folder, "image.tar"));
    const image = readImage(join(folder, "image.tar"));
    expect(image.problems).toEqual([]);
    expect(image.config).toEqual({ Env: ["PATH=/bin"], WorkingDir: "/" });
    const at = (path: string) => image.entries.find((entry) => entry.path === path);
    expect(at("./bin/busybox")).toMatchObject({ mode: 0o755, content: readFileSync(program) });
    const tools = image.entries.filter(({ path, type }) => type === "symbolic link" && path.startsWith("./bin/"));
    expect(tools.map(({ path, target }) => [path, target])).toEqual(APPLETS.map((each) => [`./bin/${each}`, "busybox"]));
    expect(at("./tmp/")?.mode).toBe(0o1777);
    expect(at("./sandbox/")?.mode).toBe(0o755);
    expect(at("./etc/passwd")?.content.toString()).toContain("reeve:x:1000:1000:");
  });

  test("is made by the command, which prints only the reference by digest", () => {
    const folder = emptyFolder();
    const file = join(folder, "image.tar");
    const command = (...args: string[]) =>
      spawnSync(process.execPath, [join(import.meta.dirname, "../image.ts"), ...args], { encoding: "utf8" });
    const { stdout, status } = command("shell", "registry.example.com/tools:1", file, "--busybox", standIn(folder));
    expect([stdout, status]).toEqual([`registry.example.com/tools@${readImage(file).digest}\n`, 0]);
    expect(command("nothing", "tools:1", file)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("usage: "),
    });
    const dynamic = command("shell", "tools:1", file, "--busybox", process.execPath);
    expect([dynamic.stderr, dynamic.status]).toEqual([
      `${process.execPath} needs libraries, which the image lacks: give a static busybox\n`,
      1,
    ]);
  });

  test.skipIf(cannotRun !== undefined)(`runs its tools in its own file system${cannotRun ? ` (skipped: ${cannotRun})` : ""}`, async () => {
    const file = join(emptyFolder(), "image.tar");
    await shellImage(busybox ?? "", "tools:1", file);
    const image = readImage(file);
    expect(image.problems).toEqual([]);
    const tools = ["cp", "grep", "head", "hostname", "httpd", "mkdir", "nc", "sh", "timeout"];
    const [printed = ""] = runInImage(image, ["/bin/sh", "-c", `cd /bin && ls ${tools.join(" ")}`]);
    expect(printed.trim().split("\n")).toEqual(tools);
  });
});

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "reeve-shell-image-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
