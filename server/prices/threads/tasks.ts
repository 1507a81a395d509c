import type { ReadSql } from '../../platform/db/db.ts'
import { filledOf, sheetRows } from '../export/sheet-rows.ts'
import { matchedListings } from '../listings/matched-listings.ts'
import { buildRows } from '../row-cache/build-rows.ts'
import { sumUpDays } from '../totals/read-days.ts'

/** Tasks of the threads that read prices. The buffers of a result are not shared, because they are transferred. */
const TASKS = {
  rows: buildRows,
  filled: filledOf,
  sheet: sheetRows,
  totals: sumUpDays,
  matched: matchedListings,
} as const

type TaskName = keyof typeof TASKS
type TaskRequest<Name extends TaskName> = Parameters<(typeof TASKS)[Name]>[1]
type TaskResult<Name extends TaskName> = Awaited<ReturnType<(typeof TASKS)[Name]>>

/** Request with the address of the replica to read from; undefined for the primary. */
interface Order<Name extends TaskName> {
  request: TaskRequest<Name>
  url: string | undefined
}
export type PriceTasks = { [Name in TaskName]: (order: Order<Name>) => Promise<TaskResult<Name>> }

export type RunTask = <Name extends TaskName>(
  name: Name,
  request: TaskRequest<Name>,
  ahead?: boolean,
) => Promise<TaskResult<Name>>

/** @param readerAt returns the database at the address of a replica; undefined for the primary */
export const priceTasks = (readerAt: (url: string | undefined) => ReadSql): PriceTasks =>
  Object.fromEntries(
    Object.entries(TASKS).map(([name, task]) => [
      name,
      ({ request, url }: Order<TaskName>) => task(readerAt(url), request as never),
    ]),
  ) as unknown as PriceTasks
