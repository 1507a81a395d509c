import type { GridColumn } from '../../../grid/grid-column.ts'
import { identifyingColumns } from '../../../grid/layout.ts'
import { FACETS, type Facet, type GridLayoutName } from './facets.ts'

/** Level of a column head: 0 for cities, 1 for sites with their warehouses, 2 for column names. */
export type HeadLevel = 0 | 1 | 2

/** Adjacent columns of one facet, which move together. */
interface Slot {
  key: string
  /** index of the slot's first displayed column */
  first: number
  /** index of the slot's last displayed column, inclusive */
  last: number
}

/** Movable head with its siblings: the facets of the same section below the same parent head. */
export interface MovableHead {
  facet: Facet
  slots: readonly Slot[]
  /** index of the head's own slot in `slots` */
  at: number
}

/** Position at which a head is dropped. */
export interface Drop {
  /** key of the facet beside which the head is dropped */
  neighbour: string
  after: boolean
}

interface Heads {
  columns: readonly GridColumn[]
  layout: GridLayoutName
  /** whether the own sites' columns come first, separate from the others */
  ownFirst: boolean
}

/** Returns the head at this column and level; null if it cannot move: identifying, or alone (decision 37). */
export function movableHead(
  { columns, layout, ownFirst }: Heads,
  index: number,
  row: HeadLevel,
): MovableHead | null {
  const column = columns[index]
  if (!column || index < identifyingColumns(columns)) return null
  const path = FACETS[layout](column)
  const level = row === 2 ? path.length - 1 : row
  const facet = path[level]
  if (!facet?.section || level >= path.length || (row < 2 && path.length === 1)) return null
  const place = keysOf(path.slice(0, level))
  const facetAt = (at: number): Facet | null => {
    const other = columns[at]
    if (!other || at < identifyingColumns(columns)) return null
    const facets = FACETS[layout](other)
    const isBeside = keysOf(facets.slice(0, level)) === place && facets[level]?.section === facet.section
    return isBeside && !(ownFirst && other.own !== column.own) ? (facets[level] ?? null) : null
  }
  let first = index
  while (facetAt(first - 1)) first -= 1
  const slots: Slot[] = []
  for (let at = first, one = facetAt(at); one; at += 1, one = facetAt(at)) {
    const open = slots.at(-1)
    if (open?.key === one.key) open.last = at
    else slots.push({ key: one.key, first: at, last: at })
  }
  const own = slots.findIndex(({ key }) => key === facet.key)
  return slots.length > 1 ? { facet, slots, at: own } : null
}

const keysOf = (path: readonly (Facet | null)[]): string => JSON.stringify(path.map((one) => one?.key ?? ''))

/**
 * Returns the position at which a head is dropped beside a column.
 * @param index of the column; for a column outside the siblings' range the nearest sibling is used
 * @param isAfter returns whether the pointer is in the second half of a slot, given the slot's index
 * @returns null if the head would stay at its position
 */
export function dropAt(
  { slots, at }: MovableHead,
  index: number,
  isAfter: (slot: number) => boolean,
): (Drop & { slot: number }) | null {
  const found = slots.findIndex(({ last }) => index <= last)
  const slot = found < 0 ? slots.length - 1 : found
  const isBefore = index < (slots[slot]?.first ?? 0)
  const after = found < 0 || (!isBefore && isAfter(slot))
  const isOwn = slot === at || slot === at + (after ? -1 : 1)
  const neighbour = slots[slot]?.key
  return isOwn || neighbour === undefined ? null : { neighbour, after, slot }
}

/** Returns the position one slot earlier or later; null if there is no slot in that direction. */
export function dropBeside({ slots, at }: MovableHead, by: -1 | 1): Drop | null {
  const neighbour = slots[at + by]?.key
  return neighbour === undefined ? null : { neighbour, after: by > 0 }
}

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
    /** Returns the visible range of some columns. @param last index of the last column, inclusive */
    stretch(first: number, last: number): Stretch {
      const edge = (index: number, side: 'left' | 'right', hidden: number) =>
        within(scrolled.find((one) => one.index === index)?.box[side] ?? hidden)
      return { left: edge(first, 'left', stickyEnd), right: edge(last, 'right', right) }
    },
  }
}
