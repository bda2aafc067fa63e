import { fieldDifferences } from "@reeve/scheduler-models";
import { Empty, FailureNote } from "../parts/empty.tsx";
import { useAnswer } from "../parts/use-answer.ts";
import { kindApis } from "../state/calls.ts";
import { ask } from "../state/clients.ts";
import { linkTo } from "../words.ts";
import type { PartProps } from "./instance.tsx";

/** Shows the configurations, and what changed from one configuration to the next. */
export function ConfigurationsView({ info, rest: [wanted] }: PartProps) {
  const { service, configuration: target } = info;
  const { list: operation } = operationsOn(info);
  const list = useAnswer(() => ask(info, operation), `${service} ${target}`);
  const ids = list.value ?? [];
  const id = wanted !== undefined && ids.includes(wanted) ? wanted : target;
  return (
    <div class="split">
      <section aria-label="Configurations">
        {list.failure && <FailureNote sentence={list.failure} />}
        <ol class="versions" reversed>
          {[...ids].reverse().map((each) => (
            <li key={each}>
              <a href={linkTo(service, "configurations", each)} aria-current={each === id ? "true" : undefined}>
                <code>{each.slice(0, 8)}</code>
              </a>
              {each === target && <span class="tag">target</span>}
            </li>
          ))}
        </ol>
      </section>
      <Compared key={id} info={info} id={id} before={ids[ids.indexOf(id) - 1]} />
    </div>
  );
}

/** The operations on configurations. Databases have none, and so they have no page of configurations. */
function operationsOn({ kind }: PartProps["info"]) {
  return kind === "file-system" ? kindApis[kind].operations.configurations : kindApis.broker.operations.configurations;
}

function Compared({ info, id, before }: { info: PartProps["info"]; id: string; before: string | undefined }) {
  const { show: operation } = operationsOn(info);
  const show = (each: string) => ask(info, operation, { id: each });
  const { value, failure } = useAnswer(
    async () => ({ now: await show(id), earlier: before === undefined ? undefined : await show(before) }),
    `${id} ${before}`,
  );
  if (!value) return failure ? <FailureNote sentence={failure} /> : <Empty title="Reading…" />;
  const matches = value.earlier === undefined ? [] : fieldDifferences(value.earlier, value.now);
  return (
    <section class="plan" aria-label="Configuration">
      <h2>
        <code>{id}</code>
      </h2>
      {before === undefined ? (
        <p>The first one.</p>
      ) : (
        <>
          <h3>
            What differs from <code>{before.slice(0, 8)}</code>
          </h3>
          {matches.length === 0 && <p>Nothing that this revision shows.</p>}
          <dl class="differences">
            {matches.map(({ path, before: was, now }) => (
              <div key={path}>
                <dt>
                  <code>{path}</code>
                </dt>
                <dd>
                  <del>{written(was)}</del> → <ins>{written(now)}</ins>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <details open={before === undefined}>
        <summary>All of it</summary>
        <pre>{JSON.stringify(value.now, null, 2)}</pre>
      </details>
    </section>
  );
}

function written(value: unknown): string {
  return value === undefined ? "not set" : JSON.stringify(value);
}
