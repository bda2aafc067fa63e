import type { ComponentChildren } from "preact";

/** What stands where there is nothing to show, and what to do about it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="title">{title}</p>
      {children && <p>{children}</p>}
    </div>
  );
}

/** What went wrong, in place of what was asked for. */
export function Failure({ sentence }: { readonly sentence: string }) {
  return (
    <p class="failure" role="alert">
      {sentence}
    </p>
  );
}
