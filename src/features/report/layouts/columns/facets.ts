import type { GridColumn } from '../../../grid/grid-column.ts'
import { identifyingColumns } from '../../../grid/layout.ts'

export type GridLayoutName = 'table' | 'market'

/** Property that columns share: a site, a city or a kind of value. Columns are hidden and ordered by facet. */
export interface Facet {
  /** section of the column dialog; '' for a facet that the dialog does not list */
  section: string
  /** unique within the layout and equal on every page */
  key: string
  name: string
}

/** Returns the facets of a column from the outermost to the innermost; null at levels that the column does not have. */
type FacetsOf = (column: GridColumn) => readonly (Facet | null)[]

const TYRE = 'Шина'
const VALUES = 'Значения'

const facet = (section: string, kind: string, name: string): Facet | null =>
  name === '' ? null : { section, key: `${kind}.${name}`, name }

/** Facets of the wide table: it may have hundreds of columns, but has few cities, sites and kinds of values. */
const ofTable: FacetsOf = ({ id, label, group: { city, site, warehouse } }) =>
  city === ''
    ? [{ section: TYRE, key: id, name: label }]
    : [
        facet('Города', 'city', city),
        facet('Сайты', 'site', site),
        facet('', 'warehouse', warehouse),
        facet(VALUES, 'value', label),
      ]

const ofMarket: FacetsOf = ({ id, label, group }) => [{ section: group.site || TYRE, key: id, name: label }]

export const FACETS: Readonly<Record<GridLayoutName, FacetsOf>> = { table: ofTable, market: ofMarket }

/** Returns the facet that determines a column's width: its kind of value. */
export const valueFacet = (column: GridColumn, layout: GridLayoutName): Facet | null =>
  FACETS[layout](column).at(-1) ?? null

/** Facet as listed in the column dialog. */
export interface Choosable extends Facet {
  /** whether it identifies the tyre and can be neither hidden nor moved */
  fixed: boolean
  /** any column of this kind of value, since all of them share one width; null for a facet without a width */
  sized: GridColumn | null
}

export interface Section {
  name: string
  facets: readonly Choosable[]
}

/** Returns the dialog's sections of facets, in order. @param order facet keys in the person's order */
export function sectionsOf(
  columns: readonly GridColumn[],
  layout: GridLayoutName,
  order: readonly string[],
): Section[] {
  const sections = new Map<string, Map<string, Choosable>>()
  const sequences = new Map<string, string[]>()
  const identifying = identifyingColumns(columns)
  columns.forEach((column, index) => {
    const path: string[] = []
    for (const one of FACETS[layout](column)) {
      if (one?.section) {
        const known = sections.get(one.section) ?? new Map<string, Choosable>()
        const sized = one.key === valueFacet(column, layout)?.key ? column : null
        sections.set(one.section, known.set(one.key, { ...one, fixed: index < identifying, sized }))
        const place = JSON.stringify([one.section, ...path])
        sequences.set(place, [...(sequences.get(place) ?? []), one.key])
      }
      path.push(one?.key ?? '')
    }
  })
  const sequence = [...new Set([...order, ...merged([...sequences.values()])])]
  const ranks = new Map(sequence.map((key, index) => [key, index]))
  return (
    [...sections]
      .map(([name, facets]) => ({
        name,
        facets: [...facets.values()].sort(
          (a, b) => Number(b.fixed) - Number(a.fixed) || (ranks.get(a.key) ?? 0) - (ranks.get(b.key) ?? 0),
        ),
      }))
      // The section of value kinds comes last.
      .sort((a, b) => Number(a.name === VALUES) - Number(b.name === VALUES))
  )
}

/** Merges sequences into one that preserves the order of each: a further site follows the one before it. */
function merged(sequences: readonly (readonly string[])[]): string[] {
  const all: string[] = []
  for (const sequence of sequences) {
    sequence.forEach((key, index) => {
      if (all.includes(key)) return
      const before = sequence[index - 1]
      const following = sequence.find((other) => all.includes(other))
      if (before !== undefined) all.splice(all.indexOf(before) + 1, 0, key)
      else if (following !== undefined) all.splice(all.indexOf(following), 0, key)
      else all.push(key)
    })
  }
  return all
}
