import { signal } from "@preact/signals";
import { durationText } from "../words.ts";

/** When something began and ended. */
interface Span {
  readonly started_at?: string | null | undefined;
  readonly completed_at?: string | null | undefined;
}

/** How long something took, or has taken so far. Only this text is drawn again each second, not the view around it. */
export function Took({ of: { started_at: began, completed_at: ended } }: { readonly of: Span }) {
  if (!began) return null;
  return <>{durationText((ended ? Date.parse(ended) : now()) - Date.parse(began))}</>;
}

let timer: ReturnType<typeof setInterval> | undefined;

/** A signal that changes each second while the page shows a text that depends on it. */
const seconds = signal(0, {
  watched: () => {
    timer = setInterval(() => seconds.value++, 1000);
  },
  unwatched: () => clearInterval(timer),
});

function now(): number {
  void seconds.value;
  return Date.now();
}
