import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type FetchProgress, fetchJars } from "../src/fetch-jars.ts";
import { good, sampleRepository, status } from "./sample-repository.ts";
import { sampleSoftware } from "./sample-software.ts";

let home: string;
let folder: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "reeve jars "));
  folder = join(home, "jars");
  mkdirSync(folder);
  mkdirSync(join(home, ".m2"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const fetchFrom = (url: string | undefined, more: Partial<Parameters<typeof fetchJars>[0]> = {}) =>
  fetchJars({
    software: sampleSoftware,
    folder,
    environment: { HOME: home, ...(url && { REEVE_MAVEN_REPOSITORY: url }) },
    pause: 1,
    ...more,
  });
const settings = (text: string) => writeFileSync(join(home, ".m2", "settings.xml"), `<settings>${text}</settings>`);

test("each jar is downloaded from its path in the repository, and the progress is reported", async () => {
  const { url, requests } = await sampleRepository();
  const reported: FetchProgress[] = [];
  await fetchFrom(`${url}/`, { onProgress: (progress) => reported.push(progress) });
  expect(requests.map(({ path }) => path).sort()).toEqual(["/maven2/org/a/1/a.jar", "/maven2/org/b/1/b.jar"]);
  expect(reported.at(-1)).toEqual({ done: 2, total: 2 });
  expect(readdirSync(folder).sort()).toEqual(["a.jar", "b.jar"]);
});

test("a download continues where it was interrupted, and jars that are there are not downloaded again", async () => {
  const repository = await sampleRepository((request, response) => {
    const { range } = request.headers;
    if (range !== undefined) return void response.writeHead(206).end("od");
    response.writeHead(200, { "content-length": 4 }).write("go");
    // The connection is cut when the client has written what has arrived.
    const part = join(folder, `${basename(request.url ?? "")}.part`);
    void vi.waitFor(() => expect(statSync(part).size).toBe(2), 60_000).then(() => response.destroy());
  });
  await fetchFrom(repository.url);
  expect(repository.requests.map(({ range }) => range ?? "").sort()).toEqual(["", "", "bytes=2-", "bytes=2-"]);
  expect(readFileSync(join(folder, "a.jar"), "utf8")).toBe("good");
  rmSync(join(folder, "b.jar"));
  repository.answer = good;
  await fetchFrom(repository.url);
  expect(repository.requests).toHaveLength(5);
});

test("what a killed process has left is continued, or downloaded again if it is damaged", async () => {
  writeFileSync(join(folder, "a.jar.part"), "go");
  writeFileSync(join(folder, "b.jar.part"), "ba");
  const { url } = await sampleRepository((request, response) => {
    if (request.headers.range === undefined) response.end("good");
    else response.writeHead(206).end("od");
  });
  await fetchFrom(url);
  for (const name of ["a.jar", "b.jar"]) expect(readFileSync(join(folder, name), "utf8")).toBe("good");
  expect(readdirSync(folder)).toHaveLength(2);
});

test.each([["evil"], ["far more than was expected"]])("a jar with other content never gets its name: %s", async (content) => {
  const { url } = await sampleRepository((_, response) => response.end(content));
  await expect(fetchFrom(url)).rejects.toMatchObject({
    code: "not-found",
    message: expect.stringMatching(/^the files from http.* differ from the pinned Sample 4.3.1, so nothing was installed: /),
  });
  expect(existsSync(join(folder, "a.jar"))).toBe(false);
});

test("a jar that Maven has downloaded already is copied, if it is the expected one", async () => {
  for (const [name, content] of [
    ["a", "good"],
    ["b", "evil"],
  ] as const) {
    mkdirSync(join(home, ".m2", "repository", "org", name, "1"), { recursive: true });
    writeFileSync(join(home, ".m2", "repository", "org", name, "1", `${name}.jar`), content);
  }
  const { url, requests } = await sampleRepository();
  await fetchFrom(url);
  expect(requests.map(({ path }) => path)).toEqual(["/maven2/org/b/1/b.jar"]);
});

test("a repository that is busy is asked again, and one that has no such file is not", async () => {
  let failures = 3;
  const busy = await sampleRepository((request, response) => (failures-- > 0 ? status(503) : good)(request, response));
  await fetchFrom(busy.url);
  const empty = await sampleRepository(status(404));
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  await expect(fetchFrom(empty.url)).rejects.toThrow(/could not be fetched from http.*: it answered 404 for org\/[ab]\/1/);
  expect(empty.requests.length).toBeLessThanOrEqual(2);
});

test("a repository that cannot be reached is named, with what to do", async () => {
  await expect(fetchFrom("http://127.0.0.1:1/maven2")).rejects.toMatchObject({
    code: "not-found",
    message: expect.stringMatching(
      /^Sample 4.3.1 could not be fetched from http:\/\/127.0.0.1:1\/maven2: .*ECONNREFUSED.*; check the network and https_proxy, or set REEVE_MAVEN_REPOSITORY/,
    ),
  });
});

test("a repository that sends nothing is reported, and ends the download", async () => {
  const { url } = await sampleRepository(() => undefined);
  const silent: (number | undefined)[] = [];
  const fetching = fetchFrom(url, {
    stallLimits: { reportAfter: 1000, abortAfter: 2500 },
    onProgress: (progress) => silent.push(progress.silent),
  });
  await expect(fetching).rejects.toThrow(/^http.* has sent nothing for 3 s: check the network/);
  expect(silent[0]).toBeUndefined();
  expect(silent).toContain(2);
});

describe("the user's Maven settings", () => {
  const mirror = (url: string, of: string) =>
    `<!-- <mirror><url>http://127.0.0.1:1</url><mirrorOf>*</mirrorOf></mirror> -->
    <mirrors><mirror><id>ours</id><mirrorOf>${of}</mirrorOf><url>${url}</url></mirror></mirrors>`;
  const server = (password: string) =>
    `<servers><server><id>ours</id><username>me</username><password>${password}</password></server></servers>`;

  test("name a mirror and its credentials, which are sent to its origin only", async () => {
    const store = await sampleRepository();
    const { url, requests } = await sampleRepository((request, response) =>
      response.writeHead(302, { location: `${store.url}${request.url}` }).end(),
    );
    settings(mirror(url, "external:*") + server("$" + "{env.LOGIN}"));
    await fetchFrom(undefined, { environment: { HOME: home, LOGIN: "secret" } });
    const authorization = `Basic ${Buffer.from("me:secret").toString("base64")}`;
    expect(requests).toEqual([expect.objectContaining({ authorization }), expect.objectContaining({ authorization })]);
    expect(store.requests.map((request) => request.authorization)).toEqual([undefined, undefined]);
  });

  test("are not used for a password that only Maven can read, nor for a mirror of other repositories", async () => {
    settings(mirror("http://127.0.0.1:1", "central") + server("{abc=}"));
    await expect(fetchFrom(undefined)).rejects.toThrow("the password of the mirror is encrypted");
    settings(mirror("ftp://mirror", "*,!central"));
    const { url } = await sampleRepository();
    await fetchFrom(url);
  });
});

test("a URL with a password is refused without printing it", async () => {
  const fetching = fetchFrom("https://me:secret@repo.example/maven2");
  await expect(fetching).rejects.toThrow("REEVE_MAVEN_REPOSITORY: the URL of a repository may not contain a password");
  await expect(fetching).rejects.not.toThrow("secret");
});
