import { fileURLToPath } from 'node:url'
import { inSeconds, megabytes, rounded, table } from '../support/figures.ts'
import { runNode } from '../support/run-node.ts'
import { DAYS, fillStore, inWorkspace } from '../support/workspace.ts'
import type { ExcelJsFigures } from './exceljs.ts'
import type { ExportFigures } from './whole-day.ts'

/** Exports a whole day of all prices as xlsx as the server does and with exceljs, from the same rows. */
export async function benchExport(): Promise<string> {
  const dataDir = inWorkspace('data')
  await fillStore({ DATA_DIR: dataDir })
  const run = async <Figures extends ExportFigures>(file: string) => {
    const path = fileURLToPath(new URL(`./${file}`, import.meta.url))
    const { stdout, memory } = await runNode([path, dataDir, DAYS[2]], {})
    return { ...(JSON.parse(stdout) as Figures), memory }
  }
  const ours = await run('ours.ts')
  const theirs = await run<ExcelJsFigures>('exceljs.ts')
  if (ours.rows !== theirs.rows) throw new Error('The files differ')
  const row = (name: string, { seconds, firstByte, memory, bytes }: ExportFigures & { memory: number }) => [
    name,
    inSeconds(seconds),
    rounded(theirs.cells / seconds),
    inSeconds(firstByte),
    megabytes(memory),
    megabytes(bytes),
  ]
  return [
    `The whole day of all prices: ${rounded(theirs.rows)} rows × ${theirs.columns} columns, ${rounded(theirs.cells)} cells with a value. Each writer in its own process, including reading. Target: at least 4 times`,
    `faster than exceljs, at most 200 MB, the first byte within 300 ms. Here: ${(theirs.seconds / ours.seconds).toFixed(1)} times faster.`,
    '',
    table(
      ['', 'time', 'cells/s', 'first byte', 'peak memory', 'file'],
      [row('ours', ours), row('exceljs 4.4, streaming writer', theirs)],
    ),
  ].join('\n')
}
