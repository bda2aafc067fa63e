/**
 * Generates clients from the served OpenAPI documents with three independent generators, and calls the service with them:
 * openapi-typescript with openapi-fetch, openapi-python-client (PyPI) and oapi-codegen (Go). Missing generators are skipped with a message.
 */
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installed } from "./support/cache.ts";
import { instances, startEveryRevision } from "./support/every-revision.ts";
import { fromGo, fromPyPI, run } from "./support/tools.ts";

const reeve = await startEveryRevision();
const folder = mkdtempSync(join(tmpdir(), "reeve-generators-"));
const headers = { authorization: `token=${reeve.token}` };
const environment = { REEVE_URL: reeve.url, REEVE_AUTHORIZATION: headers.authorization };
const documents = Object.keys(instances);
for (const document of documents) {
  const answer = await fetch(`${reeve.url}/reeve/v1/openapi/${document}.json`, { headers });
  writeFileSync(join(folder, `${document}.json`), await answer.text());
}

const outcomes = [
  await tried("openapi-typescript with openapi-fetch", typescript),
  await tried("openapi-python-client", python),
  await tried("oapi-codegen", go),
];
await reeve.close();
console.log(`\n${outcomes.map(({ name, outcome }) => `${name}: ${outcome}`).join("\n")}\n${folder}`);
process.exitCode = outcomes.some(({ outcome }) => outcome.startsWith("failed")) ? 1 : 0;

async function tried(name: string, attempt: () => Promise<"done" | "skipped">) {
  try {
    return { name, outcome: await attempt() };
  } catch (error) {
    return { name, outcome: `failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

async function typescript(): Promise<"done"> {
  const packages = installed("openapi-typescript@7", "openapi-fetch@0.14", "typescript@5");
  const project = join(folder, "typescript");
  mkdirSync(project);
  symlinkSync(join(packages, "node_modules"), join(project, "node_modules"));
  const bin = (name: string) => join(packages, "node_modules", ".bin", name);
  for (const document of documents) {
    await run(bin("openapi-typescript"), [join(folder, `${document}.json`), "-o", join(project, `${document}.d.ts`)]);
  }
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(
    join(project, "call.ts"),
    `import createClient from "openapi-fetch";
import type { paths as R2 } from "./broker-R2.d.ts";
import type { paths as W1 } from "./wide-column-W1.d.ts";
${documents.map((document, index) => `import type { paths as All${index} } from "./${document}.d.ts";`).join("\n")}
export type All = [${documents.map((_, index) => `All${index}`).join(", ")}];
const options = { baseUrl: process.env.REEVE_URL, headers: { authorization: process.env.REEVE_AUTHORIZATION } };
const path = { service_name: "r2" };
const broker = createClient<R2>(options);
const made = await broker.POST("/service/{service_name}/v1/topics", { params: { path, query: { name: "typed", partitions: 2, replication: 1 } } });
if (made.error) throw new Error(made.error.detail);
const { data } = await broker.GET("/service/{service_name}/v1/topics", { params: { path } });
if (!data?.includes("typed")) throw new Error("the topic is not there");
const again = await broker.POST("/service/{service_name}/v1/topics", { params: { path, query: { name: "typed", partitions: 2, replication: 1 } } });
if (again.error?.code !== "conflict") throw new Error("a topic was made twice");
const database = createClient<W1>(options);
const plan = await database.GET("/service/{service_name}/v1/plan", { params: { path: { service_name: "w1" } } });
if (plan.data?.status !== "COMPLETE") throw new Error("the database is not deployed");
console.log("called");
`,
  );
  const strict = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--skipLibCheck", "--allowImportingTsExtensions"];
  await run(
    bin("tsc"),
    [...strict, "--types", "node", "--typeRoots", join(import.meta.dirname, "../node_modules/@types"), "call.ts"],
    {},
    project,
  );
  await run(process.execPath, ["call.ts"], environment, project);
  return "done";
}

async function python(): Promise<"done" | "skipped"> {
  const bin = await fromPyPI("openapi-python-client>=0.26,<1");
  if (bin === undefined) return "skipped";
  const project = join(folder, "python");
  mkdirSync(project);
  for (const document of documents) {
    const output = join(project, document.toLowerCase().replaceAll("-", "_"));
    const args = ["generate", "--path", join(folder, `${document}.json`), "--meta", "none", "--output-path", output];
    await run(join(bin, "openapi-python-client"), args, { PATH: `${bin}:${process.env.PATH}` }, project);
  }
  writeFileSync(
    join(project, "call.py"),
    `import os
from broker_r2 import AuthenticatedClient
from broker_r2.api.default import topics_create, topics_list
import broker_r1, broker_r3, wide_column_w1, file_system_v1, file_system_v2
from wide_column_w1.api.default import plans_show
kind, token = os.environ["REEVE_AUTHORIZATION"].split("=", 1)
client = AuthenticatedClient(base_url=os.environ["REEVE_URL"], token=token, prefix="").with_headers({"authorization": f"{kind}={token}"})
client.auth_header_name = "x-unused"
made = topics_create.sync_detailed("r2", client=client, name="pythonic", partitions=2, replication=1)
assert made.status_code == 200, made
assert "pythonic" in topics_list.sync("r2", client=client)
again = topics_create.sync("r2", client=client, name="pythonic", partitions=2, replication=1)
assert again.code == "conflict", again
plan = plans_show.sync("w1", client=client)
assert plan.status == "COMPLETE", plan
print("called")
`,
  );
  await run(join(bin, "python"), ["-m", "compileall", "-q", project]);
  await run(join(bin, "python"), ["call.py"], environment, project);
  return "done";
}

async function go(): Promise<"done" | "skipped"> {
  const bin = await fromGo("github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@latest");
  if (bin === undefined) return "skipped";
  const project = join(folder, "go");
  mkdirSync(project);
  writeFileSync(join(project, "go.mod"), "module called\n\ngo 1.24\n");
  for (const document of documents) {
    const name = document.toLowerCase().replaceAll("-", "");
    mkdirSync(join(project, name));
    const args = ["-generate", "types,client", "-package", name, "-o", join(project, name, "client.go")];
    await run(join(bin, "oapi-codegen"), [...args, join(folder, `${document}.json`)]);
  }
  const all = documents.map((document) => document.toLowerCase().replaceAll("-", ""));
  writeFileSync(
    join(project, "main.go"),
    `package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

${all.map((name) => `	${name === "brokerr2" ? "" : "_ "}"called/${name}"`).join("\n")}
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("authorization", os.Getenv("REEVE_AUTHORIZATION"))
		return nil
	}
	client, err := brokerr2.NewClientWithResponses(os.Getenv("REEVE_URL"), brokerr2.WithRequestEditorFn(authorize))
	must(err)
	ctx := context.Background()
	query := &brokerr2.TopicsCreateParams{Name: "gopher", Partitions: 2, Replication: 1}
	made, err := client.TopicsCreateWithResponse(ctx, "r2", query)
	must(err)
	if made.StatusCode() != 200 {
		panic(string(made.Body))
	}
	topics, err := client.TopicsListWithResponse(ctx, "r2")
	must(err)
	if topics.JSON200 == nil || len(*topics.JSON200) == 0 {
		panic(string(topics.Body))
	}
	again, err := client.TopicsCreateWithResponse(ctx, "r2", query)
	must(err)
	if again.ApplicationproblemJSON409 == nil || again.ApplicationproblemJSON409.Code != "conflict" {
		panic(string(again.Body))
	}
	fmt.Println("called")
}
`,
  );
  const environmentOfGo = { ...environment, GOFLAGS: "-mod=mod" };
  await run("go", ["mod", "tidy"], environmentOfGo, project);
  await run("go", ["vet", "./..."], environmentOfGo, project);
  await run("go", ["run", "."], environmentOfGo, project);
  return "done";
}
