import { useRef, useState } from "preact/hooks";

/** A text with a button that copies it. */
export function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  const place = useRef<HTMLPreElement>(null);
  const [done, setDone] = useState(false);
  const isLine = !text.includes("\n");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      setTimeout(() => setDone(false), 2000);
    } catch {
      // Without TLS, only pages on this machine may write to the clipboard. The text is selected instead, so that the user can copy it.
      if (place.current) getSelection()?.selectAllChildren(place.current);
    }
  };
  return (
    <div class="copied">
      <div class="head">
        <span>{label}</span>
        <button type="button" class="plain" onClick={() => void copy()} aria-label={`Copy: ${label}`}>
          {done ? "copied" : "copy"}
        </button>
      </div>
      {isLine ? (
        <pre ref={place}>{text.split(" ").map(word)}</pre>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable with the keyboard
        <pre ref={place} class="document" tabIndex={0}>
          {text}
        </pre>
      )}
    </div>
  );
}

/** Keeps a word on one line, because a flag that is broken after its dashes is hard to read. */
function word(text: string, index: number) {
  return (
    <span key={index}>
      {index > 0 && " "}
      <span class="word">{text}</span>
    </span>
  );
}
