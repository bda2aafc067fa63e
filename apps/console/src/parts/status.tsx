import { statusWords } from "@reeve/terminal";
import { type Tone, toneOf } from "../words.ts";

const signs: Readonly<Record<Tone, string>> = { good: "✓", busy: "●", waiting: "◔", bad: "✕", quiet: "○" };

/** Shows a status as an icon, a colour and a word, because not everyone can distinguish colours. */
export function StatusMark({ status, words = statusWords(status) }: { readonly status: string; readonly words?: string }) {
  const tone = toneOf(status);
  return (
    <span class={`status ${tone}`}>
      <span class="sign" aria-hidden="true">
        {signs[tone]}
      </span>
      {words}
    </span>
  );
}
