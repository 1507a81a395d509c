import { hasNextPage } from '../../../../contract/reports/paging.ts'
import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import type { DisplayedTable } from '../../report-choice/displayed-table.ts'

/** Maximum number of printed rows: about forty sheets of paper. */
const MOST_PRINTED = 2_000

/** Fetches a page of a displayed table's result set. */
export type ReadResultPage = (
  table: DisplayedTable,
  page: number,
) => Promise<Parameters<typeof hasNextPage>[1] & { rows: readonly ReportRow[] }>

/** Reads the first rows of the whole result set, page by page. @param onRows called with the number of rows so far */
export async function rowsToPrint(
  read: ReadResultPage,
  table: DisplayedTable,
  onRows: (count: number) => void,
): Promise<readonly ReportRow[]> {
  const rows: ReportRow[] = []
  for (let page = 1; rows.length < MOST_PRINTED; page++) {
    const data = await read(table, page)
    rows.push(...data.rows)
    onRows(rows.length)
    if (!hasNextPage(table.report.layout, data, page)) break
  }
  return rows.slice(0, MOST_PRINTED)
}
