/** A search field above a long list. */
export function Find(props: { readonly label: string; readonly value: string; readonly change: (value: string) => void }) {
  const { label, value, change } = props;
  return (
    <label class="find">
      {label}
      <input type="search" value={value} onInput={({ currentTarget }) => change(currentTarget.value)} />
    </label>
  );
}

/** A checkbox with its label. */
export function Check(props: {
  readonly label: string;
  readonly name?: string;
  readonly checked: boolean;
  readonly change: (checked: boolean) => void;
}) {
  const { label, name, checked, change } = props;
  return (
    <label class="check">
      <input type="checkbox" name={name} checked={checked} onChange={({ currentTarget }) => change(currentTarget.checked)} />
      {label}
    </label>
  );
}
