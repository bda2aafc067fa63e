/** Lines that are redrawn in place. */
export interface BottomLines {
  /** Removes them from the screen; the cursor is then where they began. */
  hide(): void;
  /** Draws them again at the cursor. */
  restore(): void;
}

/** The place of one of several such groups of lines. */
export interface Place {
  /** Redraws it and the groups below it. While a line is incomplete, such as a prompt with typed text, nothing is drawn. */
  draw(work: () => void): void;
  leave(): void;
}

/** The bottom of a terminal, where groups of lines are redrawn in place. All other output goes above them, and stays. */
export interface Bottom {
  enter(lines: BottomLines): Place;
  /** Writes text above the lines. */
  above(text: string, write: () => void): void;
  isFree(): boolean;
  /** Whether the last output was an incomplete line, which is still being typed. */
  isLineOpen(): boolean;
}

export function createBottom(): Bottom {
  /** The groups from top to bottom. */
  const stack: BottomLines[] = [];
  let isLineOpen = false;

  const apart = (from: number, work: () => void): void => {
    if (!isLineOpen) for (const lines of stack.slice(from).reverse()) lines.hide();
    work();
  };
  const restore = (from: number): void => {
    if (!isLineOpen) for (const lines of stack.slice(from)) lines.restore();
  };
  return {
    enter: (lines) => {
      stack.push(lines);
      return {
        draw: (work) => {
          if (isLineOpen) return;
          const below = stack.indexOf(lines) + 1;
          apart(below, work);
          restore(below);
        },
        leave: () => {
          const at = stack.indexOf(lines);
          if (at >= 0) stack.splice(at, 1);
          if (stack.length === 0) isLineOpen = false;
        },
      };
    },
    above: (text, write) => {
      apart(0, write);
      if (stack.length > 0 && text !== "") isLineOpen = !text.endsWith("\n");
      restore(0);
    },
    isFree: () => stack.length === 0,
    isLineOpen: () => isLineOpen,
  };
}
