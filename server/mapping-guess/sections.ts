import type { CollectedRecord } from '../import/readers/collect.ts'
import { createSections } from '../import/sections.ts'
import { withLatinSizes } from '../import/values/look-alikes.ts'
import { isSized } from './profile.ts'

/** A row with no more than this share of the usual number of cells heads a section. */
const SPARSE = 0.4

const isFilled = (cell: unknown) => cell !== undefined && cell !== ''
const filledCells = ({ cells }: CollectedRecord) => cells.filter(isFilled).length

/** Records of a table without the rows that head its sections. */
interface Sectioned {
  rows: CollectedRecord[]
  /** for each row the headings above it */
  headings: string[]
  sections: number
}

/** Tells the rows that head a section ('Летние', 'Aeolus') from records: they have a cell or two where those have many. */
export function withoutSections(records: readonly CollectedRecord[]): Sectioned {
  const counts = records.map(filledCells)
  const usual = [...counts].sort((a, b) => a - b)[Math.floor(counts.length * 0.7)] ?? 0
  const most = Math.max(1, Math.floor(usual * SPARSE))
  if (usual < 2) return { rows: [...records], headings: [], sections: 0 }
  const sections = createSections()
  const rows: CollectedRecord[] = []
  const headings: string[] = []
  for (const [i, record] of records.entries()) {
    if ((counts[i] as number) <= most && !hasSize(record)) sections.heading(record.cells)
    else {
      rows.push(record)
      headings.push(sections.above())
    }
  }
  return { rows, headings, sections: records.length - rows.length }
}

/** A tyre without a price is no heading. */
const hasSize = ({ cells }: CollectedRecord) =>
  cells.some((cell) => typeof cell === 'string' && isSized(withLatinSizes(cell)))
