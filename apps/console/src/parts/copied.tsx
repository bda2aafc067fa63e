import { useState } from "preact/hooks";

/** A text to take along, with a button that copies it. */
export function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 2000);
  };
  return (
    <div class="copied">
      <div class="head">
        <span>{label}</span>
        <button type="button" class="plain" onClick={() => void copy()} aria-label={`Copy: ${label}`}>
          {done ? "copied" : "copy"}
        </button>
      </div>
      <pre>{text}</pre>
    </div>
  );
}
