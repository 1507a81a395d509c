import type { CollectedRecord } from '../readers/collect.ts'

/** A row with no more than this share of the usual number of cells heads a section. */
const SPARSE = 0.4

const filledCells = ({ cells }: CollectedRecord) =>
  cells.reduce<number>((count, cell) => (cell === undefined || cell === '' ? count : count + 1), 0)

/** Tells the rows that head a section ('Летние', 'Aeolus') from records: they have a cell or two where those have many. */
export function withoutSections(records: readonly CollectedRecord[]): {
  rows: CollectedRecord[]
  sections: number
} {
  const counts = records.map(filledCells)
  const usual = [...counts].sort((a, b) => a - b)[Math.floor(counts.length * 0.7)] ?? 0
  const most = Math.max(1, Math.floor(usual * SPARSE))
  if (usual < 3) return { rows: [...records], sections: 0 }
  const rows = records.filter((_, i) => (counts[i] as number) > most)
  return { rows, sections: records.length - rows.length }
}
