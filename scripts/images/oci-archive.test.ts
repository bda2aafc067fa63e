import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { missingForImages } from "./busybox-of-tests.ts";
import { ociArchive } from "./oci-archive.ts";
import { readImage } from "./read-image.ts";

const missing = missingForImages();
const suite = missing === undefined ? "an archive of an image" : `an archive of an image (skipped: ${missing})`;

describe.skipIf(missing !== undefined)(suite, () => {
  test("contains the files, their modes and links, and blobs with the digests and sizes that it states", async () => {
    const { root, file } = folders();
    const long = `opt/${"long-name/".repeat(15)}file`;
    fill(root, long);
    const config = { Env: ["PATH=/bin"], User: "1000", WorkingDir: "/tmp", Entrypoint: ["/bin/run"] };
    const reference = await ociArchive(root, "registry.example.com:5000/team/tools:1.2", file, config);
    const image = readImage(file);
    expect(image.problems).toEqual([]);
    expect(image.config).toEqual(config);
    expect(reference).toBe(`registry.example.com:5000/team/tools@${image.digest}`);
    expect(image.names).toEqual([
      {
        "io.containerd.image.name": "registry.example.com:5000/team/tools:1.2",
        "org.opencontainers.image.ref.name": "1.2",
      },
      { "io.containerd.image.name": reference },
    ]);
    const shown = image.entries
      .filter(({ path }) => !path.includes("long-name/") || path.endsWith("file"))
      .map(({ path, mode, target }) => [path, mode.toString(8), target]);
    expect(shown).toEqual([
      ["./", "755", ""],
      ["./bin/", "755", ""],
      ["./bin/again", "777", "run"],
      ["./bin/run", "755", ""],
      ["./etc", "644", ""],
      ["./opt/", "755", ""],
      [`./${long}`, "444", ""],
      ["./tmp/", "1777", ""],
    ]);
    expect(image.entries.find(({ path }) => path === "./bin/run")?.content.toString()).toBe("#!/bin/sh\n");
  });

  test("has the same digest for the same files, whatever their modes, times and order", async () => {
    const [one, other] = [folders(), folders()];
    fill(one.root, "opt/a");
    fill(other.root, "opt/a");
    for (const [path, mode] of [
      ["", 0o700],
      ["bin", 0o775],
      ["bin/run", 0o700],
      ["etc", 0o660],
    ] as const) {
      chmodSync(join(other.root, path), mode);
    }
    const make = ({ root, file }: typeof one) => ociArchive(root, "tools:1", file, {});
    expect(await make(other)).toBe(await make(one));
    expect(readImage(other.file)).toEqual(readImage(one.file));
    writeFileSync(join(one.root, "etc"), "others");
    expect(await make(one)).not.toBe(await make(other));
  });

  test.each([
    ["tools", "tools", "latest"],
    ["example.com:5000/tools", "example.com:5000/tools", "latest"],
    ["example.com:5000/tools:2", "example.com:5000/tools", "2"],
  ])("of the name %s is %s by digest, with the tag %s", async (name, repository, tag) => {
    const { root, file } = folders();
    const reference = await ociArchive(root, name, file, {});
    const { digest, names } = readImage(file);
    expect(reference).toBe(`${repository}@${digest}`);
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(names[0]?.["org.opencontainers.image.ref.name"]).toBe(tag);
  });

  test("replaces an older archive at once, and leaves nothing else", async () => {
    const { root, file, folder } = folders();
    await ociArchive(root, "tools:1", file, {});
    writeFileSync(join(root, "new"), "");
    const reference = await ociArchive(root, "tools:1", file, {});
    expect(reference.endsWith(readImage(file).digest)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(["image.tar", "root"]);
  });
});

function folders() {
  const folder = mkdtempSync(join(tmpdir(), "reeve-archive-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const root = join(folder, "root");
  mkdirSync(root);
  return { folder, root, file: join(folder, "image.tar") };
}

function fill(root: string, long: string): void {
  mkdirSync(join(root, "tmp"));
  chmodSync(join(root, "tmp"), 0o1777);
  mkdirSync(join(root, "bin"));
  writeFileSync(join(root, "bin/run"), "#!/bin/sh\n", { mode: 0o755 });
  symlinkSync("run", join(root, "bin/again"));
  mkdirSync(join(root, long, ".."), { recursive: true });
  writeFileSync(join(root, long), "long", { mode: 0o400 });
  writeFileSync(join(root, "etc"), "etc");
}
