import type { ComponentChildren } from "preact";

/** Shown instead of an empty list, with what the user can do about it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="title">{title}</p>
      {children && <p>{children}</p>}
    </div>
  );
}

/** Shown if a request has failed. */
export function FailureNote({ sentence }: { readonly sentence: string }) {
  return (
    <p class="failure" role="alert">
      {sentence}
    </p>
  );
}
