import type { CollectedRecord } from '../import/readers/collect.ts'
import { createSections } from '../import/sections.ts'
import { withLatinSizes } from '../import/values/look-alikes.ts'
import { isSized } from './profile.ts'

/** Share of the usual number of cells up to which a row is a section heading. */
const MAX_HEADING_SHARE = 0.4

const isFilled = (cell: unknown) => cell !== undefined && cell !== ''
const filledCells = ({ cells }: CollectedRecord) => cells.filter(isFilled).length

/** Records of a table without its heading rows. */
interface SectionedRecords {
  rows: CollectedRecord[]
  /** headings above each row */
  headings: string[]
  sections: number
}

/** Separates section headings ('Летние', 'Aeolus') from records: they have few cells where records have many. */
export function separateSections(records: readonly CollectedRecord[]): SectionedRecords {
  const counts = records.map(filledCells)
  const usual = [...counts].sort((a, b) => a - b)[Math.floor(counts.length * 0.7)] ?? 0
  const most = Math.max(1, Math.floor(usual * MAX_HEADING_SHARE))
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

/** Returns true for a row with a tyre size: a tyre without a price is not a heading. */
const hasSize = ({ cells }: CollectedRecord) =>
  cells.some((cell) => typeof cell === 'string' && isSized(withLatinSizes(cell)))
