import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** A sentence about the last action. */
export const news = signal("");

/** Milliseconds for which the sentence is shown. */
const SHOWN = 8000;

/** Shows what was done, and announces it to screen readers. */
export function News() {
  useEffect(() => {
    if (news.value === "") return undefined;
    const timer = setTimeout(() => {
      news.value = "";
    }, SHOWN);
    return () => clearTimeout(timer);
  }, [news.value]);
  return (
    <output class={news.value === "" ? "news" : "news shown"} aria-live="polite">
      {news.value}
    </output>
  );
}
