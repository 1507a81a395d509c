import type { ReadSql } from '../../platform/db/db.ts'
import { filledOf, sheetRows } from '../export/sheet-rows.ts'
import { makeRows } from './make-rows.ts'

/**
 * Work that threads do with their own reader, by name. Requests and results are plain data that can be transferred;
 * bytes of a result share their memory with nothing.
 */
const WORK = { rows: makeRows, filled: filledOf, sheet: sheetRows } as const

export type WorkName = keyof typeof WORK
export type WorkRequest<Name extends WorkName> = Parameters<(typeof WORK)[Name]>[1]
export type WorkResult<Name extends WorkName> = Awaited<ReturnType<(typeof WORK)[Name]>>

/** Runs work outside the main thread, where there are threads. */
export type RunAside = <Name extends WorkName>(
  name: Name,
  request: WorkRequest<Name>,
) => Promise<WorkResult<Name>>

export function perform<Name extends WorkName>(
  sql: ReadSql,
  name: Name,
  request: WorkRequest<Name>,
): Promise<WorkResult<Name>> {
  const work = WORK[name] as (sql: ReadSql, request: WorkRequest<Name>) => Promise<WorkResult<Name>>
  return work(sql, request)
}
