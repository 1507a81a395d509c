import { type ImportLimits, USUAL_LIMITS } from '../limits.ts'
import type { Mapping } from '../mapping.ts'
import { collectRecords } from '../readers/collect.ts'
import { detectFormat, type Format } from '../readers/detect-format.ts'
import { openPriceFile } from '../readers/open.ts'
import { xlsSheets } from '../readers/xls.ts'
import { xlsxSheets } from '../readers/xlsx/read.ts'
import { seenTable } from '../seen-columns.ts'
import type { Guess } from './types.ts'

/** What a person already knows of a file. */
export interface GuessHints {
  records?: Partial<NonNullable<Mapping['records']>>
}

/**
 * Looks at the beginning of a price list and makes a mapping for it.
 * @throws ImportError if the file cannot be read at all
 */
export async function guessFile(
  path: string,
  hints: GuessHints = {},
  limits: ImportLimits = USUAL_LIMITS,
): Promise<Guess> {
  const file = await openPriceFile(path, limits)
  try {
    const format = detectFormat(file.head, file.name)
    const collected = await collectRecords(file, { format, ...hints.records }, 300, limits)
    const table = seenTable(collected)
    return {
      format,
      encoding: 'utf-8',
      delimiter: '',
      sheets: await sheetNames(path, format, limits),
      mapping: { format, fields: {} },
      fields: [],
      columns: table.columns.map((column) => ({ ...column, takenFor: null })),
      records: table.records,
      missing: ['Выберите колонку артикула или названия', 'Выберите колонку цены'],
      notes: [],
    }
  } finally {
    await file.close()
  }
}

async function sheetNames(path: string, format: Format, limits: ImportLimits): Promise<string[]> {
  const read = format === 'xlsx' ? xlsxSheets : format === 'xls' ? xlsSheets : undefined
  if (!read) return []
  const file = await openPriceFile(path, limits)
  try {
    return await read(file.chunks, limits)
  } finally {
    await file.close()
  }
}
