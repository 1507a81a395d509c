import { createRequire } from 'node:module'
import { PassThrough } from 'node:stream'
import { REPORTS } from '../../../contract/reports/reports.ts'
import { reportTable } from '../../../server/prices/export/report-csv.ts'
import { type ExportFigures, REPORT, wholeDay } from './whole-day.ts'

/** Figures of exceljs for the same table as the server's export writes. */
export interface ExcelJsFigures extends ExportFigures {
  columns: number
  /** number of cells with a value */
  cells: number
}

/** Declaration of the part of exceljs used here, because its package is installed for the benchmarks only. */
interface ExcelJs {
  stream: {
    xlsx: {
      WorkbookWriter: new (
        options: object,
      ) => {
        addWorksheet(
          name: string,
          options: object,
        ): {
          addRow(values: unknown[]): { commit(): void }
          commit(): void
        }
        commit(): Promise<void>
      }
    }
  }
}

const exceljs = createRequire(new URL('../package.json', import.meta.url))('exceljs') as ExcelJs

const [dataDir = '', day = ''] = process.argv.slice(2)
const { db, reader, query } = await wholeDay(dataDir, day)
const began = performance.now()
const since = () => (performance.now() - began) / 1000
const found = await reportTable(reader, REPORTS[REPORT], query, new AbortController().signal)
if (!found) throw new Error(`no prices on ${day}`)
const { columns, chunks } = found.table
const figures: ExcelJsFigures = {
  firstByte: 0,
  seconds: 0,
  bytes: 0,
  rows: 0,
  columns: columns.length,
  cells: 0,
}
const sink = new PassThrough()
sink.on('data', (piece: Buffer) => {
  figures.firstByte ||= since()
  figures.bytes += piece.length
})
const workbook = new exceljs.stream.xlsx.WorkbookWriter({
  stream: sink,
  useStyles: false,
  useSharedStrings: false,
})
const sheet = workbook.addWorksheet('Цены', { views: [{ state: 'frozen', ySplit: 2 }] })
sheet.addRow(columns.map(({ group }) => group)).commit()
sheet.addRow(columns.map(({ label }) => label)).commit()
for await (const rows of chunks) {
  figures.rows += rows.length
  for (const row of rows) {
    for (let i = 0; i < row.length; i++) if (row[i] !== null) figures.cells++
    sheet.addRow([...row]).commit()
  }
}
sheet.commit()
await workbook.commit()
figures.seconds = since()
process.stdout.write(JSON.stringify(figures))
await db.close()
