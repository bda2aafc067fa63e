import { fieldDifferences } from "@reeve/scheduler-models";
import { definitionOf, definitionText, pastConfigurations } from "../definition/own.ts";
import { Differences } from "../parts/differences.tsx";
import { Empty, FailureNote } from "../parts/empty.tsx";
import { useAnswer } from "../parts/use-answer.ts";
import { kindApis } from "../state/calls.ts";
import { ask } from "../state/clients.ts";
import { linkTo, OWN } from "../words.ts";
import type { PartProps } from "./instance.tsx";

/** Shows the configurations, and what changed from one configuration to the next. Each of them can be exported and deployed again. */
export function ConfigurationsView({ info, rest: [wanted] }: PartProps) {
  const { service, configuration: target } = info;
  const list = useAnswer(() => pastConfigurations(service), `configurations of ${service} ${target}`);
  const all = list.value ?? [];
  const ids = all.map(({ id }) => id);
  const id = wanted !== undefined && ids.includes(wanted) ? wanted : target;
  return (
    <div class="split">
      <section aria-label="Configurations">
        {list.failure && <FailureNote sentence={list.failure} />}
        <ol class="versions" reversed>
          {all.map(({ id: each, created }) => (
            <li key={each}>
              <a href={linkTo(service, "configurations", each)} aria-current={each === id ? "true" : undefined} title={created}>
                <code>{each.slice(0, 8)}</code>
              </a>
              {each === target && <span class="tag">target</span>}
            </li>
          ))}
        </ol>
      </section>
      <Compared key={id} info={info} id={id} before={ids[ids.indexOf(id) + 1]} />
    </div>
  );
}

/** Reads a configuration. The API of databases shows none, so their definition is shown instead. */
function read(info: PartProps["info"], id: string): Promise<unknown> {
  const { kind, service } = info;
  if (kind === "wide-column") return definitionOf(service, id);
  const { show } = kind === "file-system" ? kindApis[kind].operations.configurations : kindApis.broker.operations.configurations;
  return ask(info, show, { id });
}

/** Saves the definition of a configuration as a file. */
async function save(service: string, id: string): Promise<void> {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([await definitionText(service, id)], { type: "application/yaml" }));
  link.download = `${service}-${id.slice(0, 8)}.yaml`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function Compared({ info, id, before }: { info: PartProps["info"]; id: string; before: string | undefined }) {
  const { value, failure } = useAnswer(
    async () => ({ now: await read(info, id), earlier: before === undefined ? undefined : await read(info, before) }),
    `difference of ${id} ${before}`,
  );
  if (!value) return failure ? <FailureNote sentence={failure} /> : <Empty title="Reading…" />;
  const matches = value.earlier === undefined ? [] : fieldDifferences(value.earlier, value.now);
  return (
    <section class="plan" aria-label="Configuration">
      <h2>
        <code>{id}</code>
      </h2>
      <div class="buttons start">
        <a href={linkTo(OWN, "definition", info.service, id)}>Deploy this again</a>
        <button type="button" onClick={() => void save(info.service, id)}>
          Export
        </button>
      </div>
      {before === undefined ? (
        <p>The first one.</p>
      ) : (
        <>
          <h3>
            What differs from <code>{before.slice(0, 8)}</code>
          </h3>
          {matches.length === 0 && <p>Nothing that this revision shows.</p>}
          <Differences fields={matches} />
        </>
      )}
      <details open={before === undefined}>
        <summary>All of it</summary>
        <pre>{JSON.stringify(value.now, null, 2)}</pre>
      </details>
    </section>
  );
}
