import type { HeadLevel } from './head-move.ts'

/** Rendered column head of the grid. */
interface HeadAt {
  head: HTMLElement
  /** index of the head's column, or of the first rendered column below the head */
  index: number
  row: HeadLevel
}

/** Returns the column head that contains an event's target; null if there is none. */
export function headOf(target: EventTarget | null): HeadAt | null {
  const head =
    target instanceof Element ? target.closest<HTMLElement>('.grid-header [role=columnheader]') : null
  if (!head) return null
  if (head.dataset.sorts !== undefined) return { head, index: Number(head.dataset.sorts), row: 2 }
  const rows = [...(head.closest('.grid-header')?.children ?? [])]
  const row = rows.findIndex((one) => one.contains(head))
  return { head, index: Number(head.getAttribute('aria-colindex')) - 1, row: row === 0 ? 0 : 1 }
}

/** Returns the index of the column with the grid's active cell; null unless that cell is rendered. */
export function activeColumn(target: EventTarget | null): number | null {
  const grid = target instanceof Element ? target.closest('.report-grid') : null
  const active = document.getElementById(grid?.getAttribute('aria-activedescendant') ?? '')
  return active?.dataset.col === undefined ? null : Number(active.dataset.col)
}

/** Horizontal range in px from the left edge of the window. */
interface Stretch {
  left: number
  right: number
}

/** Returns the positions of a grid's visible heads, in px within the window. */
export function headsOf(grid: HTMLElement) {
  const { left, right, top, height } = grid.getBoundingClientRect()
  const heads = [...grid.querySelectorAll<HTMLElement>('[data-sorts]')].map((head) => ({
    index: Number(head.dataset.sorts),
    isSticky: head.closest('.grid-sticky') !== null,
    box: head.getBoundingClientRect(),
  }))
  // The sticky columns, which identify the tyre, cover the columns that scroll.
  const stickyEnd = Math.max(left, ...heads.filter(({ isSticky }) => isSticky).map(({ box }) => box.right))
  const scrolled = heads.filter(({ isSticky }) => !isSticky)
  const within = (x: number): number => Math.min(Math.max(x, stickyEnd), right)
  return {
    top,
    height,
    /** range in which columns scroll */
    view: { left: stickyEnd, right } satisfies Stretch,
    /** Returns the index of the scrolling column nearest to a position. */
    columnAt(x: number): number | null {
      const at = scrolled.find(({ box }) => within(x) < box.right) ?? scrolled.at(-1)
      return at?.index ?? null
    },
    /**
     * Returns the visible range of some columns.
     * @param last index of the last column, inclusive
     */
    stretch(first: number, last: number): Stretch {
      const edge = (index: number, side: 'left' | 'right', hidden: number) =>
        within(scrolled.find((one) => one.index === index)?.box[side] ?? hidden)
      return { left: edge(first, 'left', stickyEnd), right: edge(last, 'right', right) }
    },
  }
}
