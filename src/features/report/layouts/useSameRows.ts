import { useState } from 'react'
import type { ReportRow } from '../../../../contract/reports/report-row.ts'

/**
 * Returns the previous array while the new one has the same rows in the same order. The table takes a new array for a
 * new page and scrolls to its top.
 */
export function useSameRows(rows: readonly ReportRow[]): readonly ReportRow[] {
  const [kept, setKept] = useState(rows)
  if (kept.length === rows.length && rows.every((row, index) => row === kept[index])) return kept
  setKept(rows)
  return rows
}
