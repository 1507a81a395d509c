import { createRequire } from 'node:module'
import { PassThrough } from 'node:stream'
import { counted, type ExportFigures, wholeDay } from './table.ts'

/** The part of exceljs used here; its package is installed for the benchmarks only. */
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
const began = performance.now()
const since = () => (performance.now() - began) / 1000
const { table, counts } = counted(await wholeDay(dataDir, day))
let firstByte = 0
let bytes = 0
const sink = new PassThrough()
sink.on('data', (piece: Buffer) => {
  firstByte ||= since()
  bytes += piece.length
})
const workbook = new exceljs.stream.xlsx.WorkbookWriter({
  stream: sink,
  useStyles: false,
  useSharedStrings: false,
})
const sheet = workbook.addWorksheet('Цены', { views: [{ state: 'frozen', ySplit: 2 }] })
sheet.addRow(table.columns.map(({ group }) => group)).commit()
sheet.addRow(table.columns.map(({ label }) => label)).commit()
for await (const rows of table.chunks) {
  for (const row of rows) sheet.addRow([...row]).commit()
}
sheet.commit()
await workbook.commit()
const figures: ExportFigures = {
  firstByte,
  seconds: since(),
  bytes,
  columns: table.columns.length,
  ...counts,
}
process.stdout.write(JSON.stringify(figures))
