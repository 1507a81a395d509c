import { fileURLToPath } from 'node:url'
import { inSeconds, megabytes, rounded, table } from '../support/figures.ts'
import { runNode } from '../support/run-node.ts'
import { DAYS, fillStore, inWorkspace } from '../support/workspace.ts'
import type { ExportFigures } from './table.ts'

const WRITERS = { ours: 'ours.ts', 'exceljs 4.4, streaming writer': 'exceljs.ts' }

/** Exports a whole day of all prices as xlsx with the server's own code and with exceljs, from the same rows. */
export async function benchExport(): Promise<string> {
  const dataDir = inWorkspace('data')
  await fillStore({ DATA_DIR: dataDir })
  const rows: string[][] = []
  const speeds: number[] = []
  let shape = ''
  for (const [name, file] of Object.entries(WRITERS)) {
    const path = fileURLToPath(new URL(`./${file}`, import.meta.url))
    const { stdout, memory } = await runNode([path, dataDir, DAYS[2]], {})
    const figures = JSON.parse(stdout) as ExportFigures
    shape = `${rounded(figures.rows)} rows × ${figures.columns} columns, ${rounded(figures.cells)} cells with a value`
    speeds.push(figures.cells / figures.seconds)
    rows.push([
      name,
      inSeconds(figures.seconds),
      rounded(figures.cells / figures.seconds),
      inSeconds(figures.firstByte),
      megabytes(memory),
      megabytes(figures.bytes),
    ])
  }
  const [ours = 0, theirs = 1] = speeds
  return [
    `The whole day of all prices: ${shape}. Each writer in its own process, including reading. Target: at least 3 times`,
    `faster than exceljs, at most 200 MB. Here: ${(ours / theirs).toFixed(1)} times faster.`,
    '',
    table(['', 'time', 'cells/s', 'first byte', 'peak memory', 'file'], rows),
  ].join('\n')
}
