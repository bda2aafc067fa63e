import { type Action, propose } from "../actions/action.ts";

/** A button for each action, which opens the dialog of the action. `done` is called after the action. */
export function ActionButtons({ actions, done }: { readonly actions: readonly Action[]; readonly done?: () => void }) {
  return (
    <>
      {actions.map((action) => (
        <button key={action.label} type="button" onClick={() => propose({ ...action, ...(done && { done }) })}>
          {action.label}
        </button>
      ))}
    </>
  );
}

/** A small button for each action, as in the rows of a table. Its title tells screen readers what it acts on. */
export function SmallActionButtons({ actions }: { readonly actions: readonly Action[] }) {
  return (
    <>
      {actions.map((action) => (
        <button key={action.label} type="button" class="plain" aria-label={action.title} onClick={() => propose(action)}>
          {action.label}
        </button>
      ))}
    </>
  );
}
