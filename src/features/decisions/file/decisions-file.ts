import type { Decision } from '../../../../contract/decisions/decision.ts'
import { CSV_TYPE } from '../../../../contract/spreadsheet/csv.ts'
import { checkSheetSize } from '../../../../contract/spreadsheet/sheet-limits.ts'
import { XLSX_TYPE } from '../../../../contract/spreadsheet/xlsx-parts.ts'
import { type Copied, copyOf } from '../../../lib/spreadsheet/clipboard.ts'
import { csvWriter } from '../../../lib/spreadsheet/csv-writer.ts'
import { xlsxWriter } from '../../../lib/spreadsheet/xlsx-writer.ts'
import { type FileProfile, sheetColumnsOf } from './profile.ts'

/**
 * Creates a file of decisions with a single header row, as accounting systems expect it (specification 19.6).
 * @throws SheetTooLarge
 */
export function decisionsFile(decisions: readonly Decision[], profile: FileProfile): Blob {
  const columns = sheetColumnsOf(profile)
  const isXlsx = profile.format === 'xlsx'
  if (isXlsx) checkSheetSize(columns.length, 1 + decisions.length)
  const writer = isXlsx ? xlsxWriter(columns, false) : csvWriter(columns)
  for (const decision of decisions) writer.row(decision)
  return new Blob(writer.end(), { type: isXlsx ? XLSX_TYPE : CSV_TYPE })
}

/** Returns the file's table for the clipboard, with days as texts. */
export function copiedDecisions(
  decisions: readonly Decision[],
  profile: FileProfile,
  locale: string,
): Copied {
  const columns = sheetColumnsOf(profile).map(({ label, kind, cell }) => ({
    title: label,
    kind: kind === 'date' ? ('text' as const) : kind,
    cell,
  }))
  return copyOf(decisions, columns, locale)
}
