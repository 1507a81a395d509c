import type { GridColumn } from '../../../grid/grid-column.ts'
import { identifyingColumns } from '../../../grid/layout.ts'
import { FACETS, type Facet, type GridLayoutName } from './facets.ts'

/** Row of heads: 0 cities, 1 sites with their warehouses, 2 column names. */
export type HeadLevel = 0 | 1 | 2

/** Neighbouring columns of one facet, which move together. */
interface Slot {
  key: string
  /** index of its first rendered column */
  first: number
  /** inclusive */
  last: number
}

/** A movable head and its siblings: facets of the same place. */
export interface MovableHead {
  facet: Facet
  slots: readonly Slot[]
  /** index of its own slot */
  at: number
}

/** Drop position of a head. */
export interface Drop {
  /** key of the facet that it is dropped beside */
  neighbour: string
  after: boolean
}

interface Heads {
  /** columns as displayed */
  columns: readonly GridColumn[]
  layout: GridLayoutName
  /** own sites' columns are separate from the others */
  ownFirst: boolean
}

/**
 * Returns the movable head. @returns null for a head that stays: identifying columns, single ones, and columns
 * without a facet (decision 37)
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
 * Computes the drop position beside a column.
 * @param index of the column; columns beyond its siblings stand for the nearest sibling
 * @param isAfter whether the pointer is in the second half of a slot, by the slot's index
 * @returns null at its current position
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

/** Returns the position one slot earlier or later; null at the end. */
export function dropBeside({ slots, at }: MovableHead, by: -1 | 1): Drop | null {
  const neighbour = slots[at + by]?.key
  return neighbour === undefined ? null : { neighbour, after: by > 0 }
}
