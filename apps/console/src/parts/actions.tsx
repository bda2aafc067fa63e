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
