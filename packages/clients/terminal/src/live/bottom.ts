import type { Style } from "../text/style.ts";

/** A group of lines that are redrawn in place. */
export interface BottomLines {
  /** Removes the lines from the screen, and leaves the cursor where the first line began. */
  hide(): void;
  /** Draws the lines again at the cursor. */
  restore(): void;
}

/** The place of a group of redrawn lines among other groups. */
export interface BlockPosition {
  /**
   * Redraws the group and the groups below it. While the last output is an incomplete line, such as a prompt with typed text, no group is
   * drawn.
   */
  draw(work: () => void): void;
  leave(): void;
}

/** The bottom of a terminal, where groups of lines are redrawn in place. Other output is written above them and stays. */
export interface Bottom {
  enter(lines: BottomLines): BlockPosition;
  /** Writes text above the redrawn lines. */
  above(text: string, write: () => void): void;
  isFree(): boolean;
  /** Whether the last output was an incomplete line, such as a prompt at which the user types. */
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

/** A terminal whose lines can be redrawn. Its size may change at any time. */
export interface Screen {
  style(): Style;
  rows(): number;
  write(text: string): void;
  /**
   * Separates redrawn lines from the program's other output. If it is absent, the program must not write other output while lines are
   * redrawn.
   */
  readonly bottom?: Bottom;
}
