import type { DeploymentAnswer, DeploymentChange, PreviewedPhase } from "@reeve/scheduler-models";
import { Differences } from "../parts/differences.tsx";

/** What a deployment would do: fields, nodes in their order, what waits, and what cannot be undone. */
export function DeploymentPlan({ answer: { changes, settings = [] } }: { readonly answer: DeploymentAnswer }) {
  const affected = changes.filter(({ change }) => change !== "unchanged");
  if (affected.length === 0 && settings.length === 0) return null;
  return (
    <section aria-label="What a deployment would do" class="plan">
      {settings.length > 0 && (
        <>
          <h2>The service</h2>
          <Differences fields={settings} />
        </>
      )}
      {affected.map((change) => (
        <Change key={change.instance} change={change} />
      ))}
    </section>
  );
}

function Change({ change: { instance, change, preview } }: { readonly change: DeploymentChange }) {
  return (
    <>
      <h2>
        {instance} <span class="tag">{change}</span>
      </h2>
      {preview && (
        <>
          <Differences fields={preview.fields} />
          {preview.phases.length === 0 && <p>This applies at once. No node restarts.</p>}
          {preview.phases.map((phase) => (
            <Phase key={phase.name} phase={phase} />
          ))}
          {preview.waits.length > 0 && (
            <ul>
              {preview.waits.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
          {preview.irreversible.map((sentence) => (
            <p key={sentence} class="failure">
              This cannot be undone: {sentence}
            </p>
          ))}
        </>
      )}
    </>
  );
}

const fates = { start: "starts", restart: "restarts", wait: "is waited for", leave: "leaves" } as const;

function Phase({ phase: { name, strategy, steps } }: { readonly phase: PreviewedPhase }) {
  const items = steps.map(({ node, action }) => (
    <li key={node}>
      <code>{node}</code> {fates[action]}
    </li>
  ));
  return (
    <>
      <h3>
        {name}: {strategy === "serial" ? "one node after another" : "all nodes together"}
      </h3>
      {strategy === "serial" ? <ol>{items}</ol> : <ul>{items}</ul>}
    </>
  );
}
