import { xlsxStream } from '../../../server/prices/export/xlsx.ts'
import { counted, type ExportFigures, wholeDay } from './table.ts'

const [dataDir = '', day = ''] = process.argv.slice(2)
const began = performance.now()
const since = () => (performance.now() - began) / 1000
const { table, counts } = counted(await wholeDay(dataDir, day))
let firstByte = 0
let bytes = 0
for await (const piece of xlsxStream(table)) {
  firstByte ||= since()
  bytes += (piece as Buffer).length
}
const figures: ExportFigures = {
  firstByte,
  seconds: since(),
  bytes,
  columns: table.columns.length,
  ...counts,
}
process.stdout.write(JSON.stringify(figures))
