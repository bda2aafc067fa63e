import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { registeredEngines } from "@reeve/service/engines";
import { missingFor, titled } from "@reeve/tests/real-engine";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { busyboxHere, missingForImages, standIn } from "./busybox-of-tests.ts";
import { cassandraImage } from "./cassandra-image.ts";
import { hdfsImage } from "./hdfs-image.ts";
import { kafkaImage } from "./kafka-image.ts";
import { type ReadImage, readImage } from "./read-image.ts";
import { cannotRunInImages, environmentOf, runInImage } from "./run-in-image.ts";
import { serviceImage } from "./service-image.ts";

/** Builds the image of each engine, and runs the engine with only what is in the image. */

type Recipe = (busybox: string, name: string, file: string) => Promise<string>;

const noImages = missingForImages();
const noRun = cannotRunInImages();

interface EngineImage {
  readonly name: string;
  readonly make: Recipe;
  /** Arguments for Java that print the version of the engine. */
  readonly printsVersion: string;
  /** Arguments that need more of the engine, and what they print. */
  readonly other: string;
  readonly expected: RegExp;
}

const engines: readonly EngineImage[] = [
  {
    name: "kafka",
    make: kafkaImage,
    printsVersion: "kafka.Kafka --version",
    other: "kafka.tools.StorageTool random-uuid",
    expected: /^[\w-]{22}\n$/,
  },
  {
    name: "cassandra",
    make: cassandraImage,
    printsVersion: "-javaagent:$JAMM org.apache.cassandra.tools.GetVersion",
    other: "-jar $AGENT --help",
    expected: /Jolokia Agent Launcher/,
  },
  {
    name: "hdfs",
    make: hdfsImage,
    printsVersion: "org.apache.hadoop.util.VersionInfo",
    other: "org.apache.hadoop.hdfs.server.namenode.NameNode -h",
    expected: /Usage: hdfs namenode/,
  },
];

for (const { name, make, printsVersion, other, expected } of engines) {
  const software = await registeredEngines.find((each) => each.name === name)?.software?.();
  if (!software) throw new Error(`the engine ${name} has no software`);
  const missing = noImages ?? missingProgram("jlink") ?? (await missingFor(software));

  describe.skipIf(missing !== undefined)(titled(`the image of ${name}`, missing), () => {
    const image = built(make, name);

    test("contains Java, a shell, and every file that its environment names", () => {
      const { entries, problems } = image();
      expect(problems).toEqual([]);
      const paths = new Set(entries.map(({ path }) => path));
      const named = Object.entries(environmentOf(image())).filter(([variable]) => variable !== "PATH");
      for (const [variable, path] of named) expect(paths, variable).toContain(`.${path.replace(/\*$/, "")}`);
      expect(paths).toContain("./bin/sh");
      for (const jar of software.jars) expect(paths).toContain(`./opt/${name}/${jar.name}`);
      const security = entries.find(({ path }) => path === "./opt/java/conf/security/java.security");
      expect(security?.content.toString()).toMatch(/^networkaddress\.cache\.ttl=1$/m);
    });

    test.skipIf(noRun !== undefined)(titled("runs the engine with what it contains", noRun), () => {
      const commands = [printsVersion, other].map((each) => ["$JAVA", ...each.split(" ")]);
      const [version, printed] = runInImage(image(), ...commands);
      expect(version).toContain(software.version);
      expect(printed).toMatch(expected);
    });
  });
}

const noService = noImages ?? missingProgram("npm") ?? missingRegistry();

describe.skipIf(noService !== undefined)(titled("the image of the service", noService), () => {
  const image = built(serviceImage, "service");

  test("starts the command line as a user other than root", () => {
    const { problems, config } = image();
    expect(problems).toEqual([]);
    expect(config).toMatchObject({
      User: "1000",
      Entrypoint: ["/bin/node", "/opt/reeve/node_modules/@reeve/cli/dist/reeve.cjs"],
    });
  });

  test.skipIf(noRun !== undefined)(titled("runs the command line with what it contains", noRun), () => {
    const reeve = image().config.Entrypoint ?? [];
    const role = ["up", "--runtime", "kubernetes", "--print", "role", "--namespace", "brokers"];
    const [version, printed] = runInImage(image(), [...reeve, "--version"], [...reeve, ...role]);
    expect(version).toMatch(/^reeve \d/);
    expect(printed).toContain("kind: Role");
  });
});

/** Builds an image once for all tests of a suite. It is only in memory afterwards, and is released at the end of the suite. */
function built(make: Recipe, name: string): () => ReadImage {
  let image: ReadImage | undefined;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), `reeve-${name}-image-`));
    try {
      const file = join(folder, "image.tar");
      const reference = await make(busyboxHere() ?? standIn(folder), `registry.example.com/${name}:1`, file);
      image = readImage(file);
      expect(reference).toBe(`registry.example.com/${name}@${image.digest}`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 300_000);
  afterAll(() => {
    image = undefined;
  });
  return () => {
    if (!image) throw new Error(`the image of ${name} was not built`);
    return image;
  };
}

function missingProgram(program: string): string | undefined {
  try {
    execFileSync("which", [program], { stdio: "ignore" });
    return undefined;
  } catch {
    return `there is no ${program}`;
  }
}

/** The service's image contains packages that npm fetches. */
function missingRegistry(): string | undefined {
  try {
    execFileSync("npm", ["view", "cassandra-driver", "version", "--fetch-retries=0"], {
      stdio: "ignore",
      timeout: 60_000,
    });
    return undefined;
  } catch {
    return "npm reaches no registry";
  }
}
