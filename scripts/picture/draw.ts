import { escapeText } from "@reeve/site-xml";
import type { Run } from "@reeve/testing/pseudo-terminal";
import { COLUMNS, type Frame } from "./record.ts";

const WIDTH = 8.4;
const HEIGHT = 18;
const MARGIN = 14;

/** Milliseconds from the last frame to the end of the animation. */
const END = 1000;

/** The colours of the terminal, for a dark and for a light background. */
const dark = {
  ground: "#16181d",
  edge: "#3a3f4a",
  own: "#d6d9e0",
  1: "#f0716b",
  2: "#7fc97a",
  3: "#e3b341",
  4: "#6cb0f5",
  5: "#c98bdb",
  6: "#5fc7c7",
};
const light = {
  ground: "#ffffff",
  edge: "#c8cdd5",
  own: "#24292f",
  1: "#c0322b",
  2: "#1a7f37",
  3: "#8a5a00",
  4: "#0a62c4",
  5: "#8250b5",
  6: "#0f7b80",
};

/** Draws frames as one picture that is animated once. With reduced motion only the last frame is shown. */
export function draw(frames: readonly Frame[]): string {
  const total = (frames.at(-1)?.at ?? 0) + END;
  const rows = new Map<string, number>();
  const shown = frames.map(({ rows: lines }) =>
    lines.map((runs) => {
      const text = rowOf(runs);
      const id = rows.get(text) ?? rows.size;
      rows.set(text, id);
      return id;
    }),
  );
  const width = Math.round(COLUMNS * WIDTH + 2 * MARGIN);
  const height = Math.max(...frames.map((frame) => frame.rows.length)) * HEIGHT + 2 * MARGIN;
  const share = (at: number) => `${((at / total) * 100).toFixed(3)}%`;
  const moments = frames.map(({ at }, index) => {
    const next = frames[index + 1]?.at;
    const end = next === undefined ? "100%{visibility:visible}" : `${share(next)}{visibility:hidden}`;
    const begin = index === 0 ? "0%{visibility:visible}" : `0%{visibility:hidden}${share(at)}{visibility:visible}`;
    return `@keyframes f${index}{${begin}${end}}#f${index}{animation-name:f${index}}`;
  });
  const drawn = shown.map((ids, index) => {
    const uses = ids.map((id, row) => `<use href="#r${id}" y="${row * HEIGHT}"/>`).join("");
    return `<g id="f${index}" class="frame">${uses}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A rollout watched, a topic created, a broker replaced">
<style>
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}
.frame{visibility:hidden;animation:${total.toFixed(0)}ms step-end 1 forwards}
.bold{font-weight:600}.dim{opacity:.6}
${palette(dark)}
@media (prefers-color-scheme:light){${palette(light)}}
@media (prefers-reduced-motion:reduce){.frame{animation:none}#f${frames.length - 1}{visibility:visible}}
${moments.join("\n")}
</style>
<defs>
${[...rows].map(([text, id]) => `<text id="r${id}" x="0" y="${HEIGHT - 4}">${text}</text>`).join("\n")}
</defs>
<rect class="ground" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
<g transform="translate(${MARGIN} ${MARGIN})">
${drawn.join("\n")}
</g>
</svg>
`;
}

/** Each run of text is placed at its column, because the reader's font may have another width. */
function rowOf(runs: readonly Run[]): string {
  let column = 0;
  return runs
    .map(({ text, color, bold, dim }) => {
      const x = (column * WIDTH).toFixed(1);
      const length = [...text].length;
      column += length;
      if (text.trim() === "") return "";
      const classes = [color === undefined ? "own" : `c${color % 8}`, ...(bold ? ["bold"] : []), ...(dim ? ["dim"] : [])];
      return `<tspan x="${x}" textLength="${(length * WIDTH).toFixed(1)}" class="${classes.join(" ")}">${escapeText(text)}</tspan>`;
    })
    .join("");
}

function palette({ ground, edge, own, ...colors }: typeof dark): string {
  const numbered = Object.entries(colors).map(([number, color]) => `.c${number}{fill:${color}}`);
  return [`.ground{fill:${ground};stroke:${edge}}`, `.own,.c0,.c7{fill:${own}}`, ...numbered].join("");
}
