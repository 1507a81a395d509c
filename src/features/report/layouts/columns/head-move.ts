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
  /** columns as displayed */
  columns: readonly GridColumn[]
  layout: GridLayoutName
  /** whether the own sites' columns come first, separate from the others */
  ownFirst: boolean
}

/**
 * Returns the head at this column and level if it can be moved.
 * @returns null for a head that cannot: identifying columns, heads without siblings, and columns without a facet
 * (decision 37)
 */
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
