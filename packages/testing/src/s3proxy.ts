import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A running object store. */
export type S3Proxy = Awaited<ReturnType<typeof startS3Proxy>>;

/** Returns why the store cannot run on this machine; undefined if it can. */
export async function missingForS3Proxy(): Promise<string | undefined> {
  try {
    await run("java", ["-version"]);
  } catch {
    return "there is no Java here";
  }
  // Maven, which starts slowly, is not needed again.
  if (existsSync(COMPLETE)) return undefined;
  try {
    await run("mvn", ["-version"]);
  } catch {
    return "there is no Maven here";
  }
  try {
    await fetchOnce();
  } catch {
    return "Maven could not fetch the object store";
  }
  return undefined;
}

const LIBRARIES = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "reeve-test-s3proxy-4.1.0");

/** This file exists when all libraries are there. */
const COMPLETE = join(LIBRARIES, "complete");

async function fetchOnce(): Promise<void> {
  const pom = join(import.meta.dirname, "../s3proxy.pom.xml");
  const goal = ["dependency:copy-dependencies", "-DincludeScope=runtime", `-DoutputDirectory=${LIBRARIES}`];
  await run("mvn", ["-B", "-q", "-f", pom, ...goal]);
  writeFileSync(COMPLETE, "");
}

/** Starts a store on a free port. */
export async function startS3Proxy() {
  const folder = mkdtempSync(join(tmpdir(), "reeve-s3proxy-"));
  const buckets = join(folder, "buckets");
  mkdirSync(buckets);
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const [accessKey, secretKey] = ["reeve-access", "reeve-secret-for-tests"];
  writeFileSync(join(folder, "logback.xml"), "<configuration><root level='OFF'/></configuration>");
  writeFileSync(
    join(folder, "s3proxy.conf"),
    [
      `s3proxy.endpoint=${endpoint}`,
      "s3proxy.authorization=aws-v4",
      `s3proxy.identity=${accessKey}`,
      `s3proxy.credential=${secretKey}`,
      "s3proxy.region=us-east-1",
      "jclouds.provider=filesystem-nio2",
      `jclouds.filesystem.basedir=${buckets}`,
    ].join("\n"),
  );
  const options = [`-Dlogback.configurationFile=${folder}/logback.xml`, "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];
  const program = ["-cp", `${LIBRARIES}/*`, "org.gaul.s3proxy.Main", "--properties", join(folder, "s3proxy.conf")];
  let child: ChildProcess;
  const start = async () => {
    child = spawn("java", [...options, ...program], { stdio: "ignore" });
    await answers(endpoint, child);
  };
  await start();

  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  return {
    endpoint,
    accessKey,
    secretKey,
    makeBucket: (name: string): void => mkdirSync(join(buckets, name)),
    kill,
    /** Starts the killed store again, with its objects. */
    start,
    async close(): Promise<void> {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(endpoint: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the object store ended with exit code ${child.exitCode}`);
    try {
      await fetch(endpoint);
      return;
    } catch {
      await sleep(100);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
