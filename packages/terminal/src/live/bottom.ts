/** Lines that are redrawn in place. */
export interface Occupant {
  /** Takes them off the screen; the cursor is then where they began. */
  hide(): void;
  /** Draws them again at the cursor. */
  restore(): void;
}

/** The place of one of several such groups of lines. */
export interface Place {
  /** Draws it, with those below it taken away meanwhile. Nothing is drawn while a line is not complete, such as a prompt with what is typed. */
  draw(work: () => void): void;
  leave(): void;
}

/** The bottom of a terminal, where lines are redrawn in place. Whatever else is written goes above them, and stays. */
export interface Bottom {
  enter(occupant: Occupant): Place;
  /** Writes a text above the lines. */
  above(text: string, write: () => void): void;
  isFree(): boolean;
  /** Whether what was written last was no whole line: something is typed behind it. */
  isLineOpen(): boolean;
}

export function createBottom(): Bottom {
  /** From the top down. */
  const occupants: Occupant[] = [];
  let isLineOpen = false;

  const apart = (from: number, work: () => void): void => {
    if (!isLineOpen) for (const occupant of occupants.slice(from).reverse()) occupant.hide();
    work();
  };
  const restore = (from: number): void => {
    if (!isLineOpen) for (const occupant of occupants.slice(from)) occupant.restore();
  };
  return {
    enter: (occupant) => {
      occupants.push(occupant);
      return {
        draw: (work) => {
          if (isLineOpen) return;
          const below = occupants.indexOf(occupant) + 1;
          apart(below, work);
          restore(below);
        },
        leave: () => {
          const at = occupants.indexOf(occupant);
          if (at >= 0) occupants.splice(at, 1);
          if (occupants.length === 0) isLineOpen = false;
        },
      };
    },
    above: (text, write) => {
      apart(0, write);
      if (occupants.length > 0 && text !== "") isLineOpen = !text.endsWith("\n");
      restore(0);
    },
    isFree: () => occupants.length === 0,
    isLineOpen: () => isLineOpen,
  };
}
