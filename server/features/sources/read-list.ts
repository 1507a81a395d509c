import type { ListAccount } from '../../../contract/sources/account.ts'
import { type ImportOptions, type ImportSummary, importFile } from '../../import/import-file.ts'
import type { ImportLimits } from '../../import/limits.ts'
import { FIELD_NAMES } from '../../import/mapping.ts'
import type { RejectsFile } from '../../import/rejects-file.ts'
import { readAccount } from '../../mapping-guess/read-account.ts'
import type { Sql } from '../../platform/db/db.ts'
import { type CollectedDraft, createDraft } from '../../prices/snapshot-draft.ts'
import { type Comparison, compareWithLast } from './compare.ts'

export interface ListToRead extends Pick<ImportOptions, 'path' | 'mapping' | 'site' | 'onTyre'> {
  /** name of the file as its sender calls it; '' for none */
  called: string
  day: string
  rejects: RejectsFile
  limits: ImportLimits
  /** keys of findings that a person has called right */
  answered: readonly string[]
  /** fields that may be empty because they were empty in an imported price list */
  mayBeEmpty: readonly string[]
  onProgress?: () => void
}

/** Price list in memory, compared with the site's last day. */
export interface ListRead {
  draft: CollectedDraft
  summary: ImportSummary
  comparison: Comparison | null
  account: ListAccount
  /** mapped fields without a value in any record, except those that may be empty */
  emptied: string[]
}

/**
 * Reads a price list into memory. Bad records and empty fields are no errors here: they hold the list (heldReasons).
 */
export async function readList(sql: Sql, list: ListToRead): Promise<ListRead> {
  const { path, mapping, site, day, limits } = list
  const draft = createDraft(day)
  const everything = { rejectsDir: '', maxBadPercent: 100, allowEmpty: FIELD_NAMES }
  const summary = await importFile({ ...list, ...everything, date: day, draft })
  const known = new Set<string>([...list.mayBeEmpty, ...(mapping.optional ?? [])])
  const empty = summary.filled.filter(({ field, share }) => share === 0 && !known.has(field))
  const comparison = await compareWithLast(sql, { site, day }, draft)
  const account = await readAccount(path, mapping, summary.reading, limits, list)
  return { draft, summary, comparison, account, emptied: empty.map(({ field }) => field) }
}
