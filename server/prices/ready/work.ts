import type { ReadSql } from '../../platform/db/db.ts'
import { filledOf, sheetRows } from '../export/sheet-rows.ts'
import { makeRows } from './make-rows.ts'

/**
 * What threads do with a reader of their own, by name. Requests and results are plain data, which can be handed over; bytes of a
 * result share their memory with nothing.
 */
const WORK = { rows: makeRows, filled: filledOf, sheet: sheetRows } as const

export type WorkName = keyof typeof WORK
export type WorkRequest<Name extends WorkName> = Parameters<(typeof WORK)[Name]>[1]
export type WorkResult<Name extends WorkName> = Awaited<ReturnType<(typeof WORK)[Name]>>

/** Has something done aside from the thread that answers, where there are threads. */
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
