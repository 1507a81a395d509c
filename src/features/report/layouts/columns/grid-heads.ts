import type { HeadLevel } from './head-move.ts'

/** A rendered head of the grid. */
interface HeadAt {
  head: HTMLElement
  /** index of its column, or of the first rendered column below it */
  index: number
  row: HeadLevel
}

/** Returns the head that contains an event's target. */
export function headOf(target: EventTarget | null): HeadAt | null {
  const head =
    target instanceof Element ? target.closest<HTMLElement>('.grid-header [role=columnheader]') : null
  if (!head) return null
  if (head.dataset.sorts !== undefined) return { head, index: Number(head.dataset.sorts), row: 2 }
  const rows = [...(head.closest('.grid-header')?.children ?? [])]
  const row = rows.findIndex((one) => one.contains(head))
  return { head, index: Number(head.getAttribute('aria-colindex')) - 1, row: row === 0 ? 0 : 1 }
}

/** Index of the column of the grid's active cell; null unless it is rendered. */
export function activeColumn(target: EventTarget | null): number | null {
  const grid = target instanceof Element ? target.closest('.report-grid') : null
  const active = document.getElementById(grid?.getAttribute('aria-activedescendant') ?? '')
  return active?.dataset.col === undefined ? null : Number(active.dataset.col)
}

/** Horizontal range in the window, in px. */
interface Stretch {
  left: number
  right: number
}

/** Geometry of a grid's visible heads in the window. */
export function headsOf(grid: HTMLElement) {
  const { left, right, top, height } = grid.getBoundingClientRect()
  const heads = [...grid.querySelectorAll<HTMLElement>('[data-sorts]')].map((head) => ({
    index: Number(head.dataset.sorts),
    isSticky: head.closest('.grid-sticky') !== null,
    box: head.getBoundingClientRect(),
  }))
  // Columns scroll behind the sticky ones, which identify the tyre.
  const stickyEnd = Math.max(left, ...heads.filter(({ isSticky }) => isSticky).map(({ box }) => box.right))
  const scrolled = heads.filter(({ isSticky }) => !isSticky)
  const within = (x: number): number => Math.min(Math.max(x, stickyEnd), right)
  return {
    top,
    height,
    /** area in which columns scroll */
    view: { left: stickyEnd, right } satisfies Stretch,
    /** index of the scrolling column nearest to a point */
    columnAt(x: number): number | null {
      const at = scrolled.find(({ box }) => within(x) < box.right) ?? scrolled.at(-1)
      return at?.index ?? null
    },
    /** @param last inclusive */
    stretch(first: number, last: number): Stretch {
      const edge = (index: number, side: 'left' | 'right', hidden: number) =>
        within(scrolled.find((one) => one.index === index)?.box[side] ?? hidden)
      return { left: edge(first, 'left', stickyEnd), right: edge(last, 'right', right) }
    },
  }
}
