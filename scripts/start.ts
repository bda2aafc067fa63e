/**
 * `npm start [-- SERVICE [OPERATION]]`: what Reeve can say to the three services so far, from the declarations: every operation, or
 * one of them with the request that each revision makes of it.
 */
import { type AnyApi, buildRequest, type Listed, listOperations } from "@reeve/contract";
import { apis } from "@reeve/tests/apis";

const [service, name] = process.argv.slice(2);
const api = apis.find((each) => each.name === service);

if (service === undefined) for (const each of apis) overview(each);
else if (!api) fail(`there is no service "${service}"; there are: ${apis.map((each) => each.name).join(", ")}`);
else if (name === undefined) overview(api);
else {
  const listed = listOperations(api).find((each) => each.name === name);
  if (listed) detail(listed);
  else fail(`${api.name} has no operation "${name}"; npm start -- ${api.name} lists them`);
}

function overview(given: AnyApi): void {
  const operations = listOperations(given);
  console.log(
    `\n${given.name}: the ${given.about}, ${operations.length} operations in ${given.revisions.join(", ")}\n`,
  );
  for (const { name, operation, revisions } of operations) {
    console.log(
      `  ${name.padEnd(22)} ${operation.effect.padEnd(8)} ${revisions.join(" ").padEnd(9)} ${operation.summary}`,
    );
  }
  if (service === undefined) return;
  console.log(`\nOne of them: npm start -- ${given.name} ${operations[0]?.name}`);
}

function detail({ name, operation, revisions }: Listed): void {
  console.log(`\n${name}: ${operation.summary}. ${operation.about}\n\n  with ${JSON.stringify(operation.example)}\n`);
  for (const revision of revisions) {
    const { method, path, query, body } = buildRequest(operation, {
      revision,
      service: "example",
      input: operation.example,
    });
    console.log(
      `  ${revision}  ${method} ${path}${query === "" ? "" : `?${query}`}${body ? ` ${JSON.stringify(body)}` : ""}`,
    );
  }
}

function fail(sentence: string): void {
  console.error(`error: ${sentence}`);
  process.exitCode = 2;
}
