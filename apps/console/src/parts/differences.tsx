import type { FieldDifference } from "@reeve/scheduler-models";

/** The fields in which two values differ, each with its old and its new value. */
export function Differences({ fields }: { readonly fields: readonly FieldDifference[] }) {
  return (
    <dl class="differences">
      {fields.map(({ path, before, now }) => (
        <div key={path}>
          <dt>
            <code>{path}</code>
          </dt>
          <dd>
            <del>{written(before)}</del> → <ins>{written(now)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function written(value: unknown): string {
  return value === undefined ? "not set" : JSON.stringify(value);
}
