import { fileURLToPath } from 'node:url'
// @ts-expect-error: the scripts are JavaScript, since they run before anything is installed
import { SERVER_OPTIONS } from '../../../scripts/server-options.mjs'
import { extent } from '../support/extent.ts'
import {
  type BenchmarkResult,
  type Figure,
  inSeconds,
  median,
  megabytes,
  rounded,
  table,
  times,
} from '../support/figures.ts'
import { runNode } from '../support/run-node.ts'
import { DAYS, fillStore, inWorkspace } from '../support/workspace.ts'
import type { ExcelJsFigures } from './exceljs.ts'
import type { Format, Measured } from './whole-day.ts'

const ROUNDS = extent(3)

/**
 * Exports all prices of a day from the same rows, alternately as the server does (xlsx and CSV) and with exceljs
 * (xlsx).
 */
export async function benchExport(): Promise<BenchmarkResult> {
  const dataDir = inWorkspace('data')
  await fillStore({ DATA_DIR: dataDir })
  const run = async <Figures>(options: readonly string[], file: string, ...args: string[]) => {
    const path = fileURLToPath(new URL(`./${file}`, import.meta.url))
    const { stdout, memory } = await runNode([...options, path, dataDir, DAYS[2], ...args], {})
    return { figures: JSON.parse(stdout) as Figures, memory }
  }
  const ours = async (format: Format) =>
    (await run<[Measured, Measured]>(SERVER_OPTIONS, 'ours.ts', format)).figures
  const rounds: Record<Format | 'again' | 'exceljs', Measured[]> = {
    xlsx: [],
    again: [],
    narrowed: [],
    csv: [],
    exceljs: [],
  }
  let size: ExcelJsFigures | undefined
  for (let round = 0; round < ROUNDS; round++) {
    const [xlsx, again] = await ours('xlsx')
    const [narrowed] = await ours('narrowed')
    const [csv] = await ours('csv')
    const { figures, memory } = await run<ExcelJsFigures>([], 'exceljs.ts')
    if ([xlsx, again, narrowed, csv].some(({ rows }) => rows !== figures.rows))
      throw new Error('The files differ')
    size = figures
    rounds.xlsx.push(xlsx)
    rounds.again.push(again)
    rounds.narrowed.push(narrowed)
    rounds.csv.push(csv)
    rounds.exceljs.push({ ...figures, memory })
  }
  const { rows, columns, cells } = size as ExcelJsFigures
  type Name = keyof typeof rounds
  const firstByte = (name: Name) => median(rounds[name].map((one) => one.firstByte))
  const memory = (name: Name) => Math.max(...rounds[name].map((one) => one.memory))
  const seconds = (name: Name) => median(rounds[name].map((one) => one.seconds))
  const row = (title: string, name: Name) => [
    title,
    inSeconds(seconds(name)),
    rounded(cells / seconds(name)),
    `${(seconds('exceljs') / seconds(name)).toFixed(1)} ×`,
    inSeconds(firstByte(name)),
    megabytes(memory(name)),
    megabytes(rounds[name][0]?.bytes ?? 0),
  ]
  const compared = (figure: string, name: Name, atLeast: number): Figure => ({
    figure,
    limit: inSeconds(seconds('exceljs')),
    now: inSeconds(seconds(name)),
    ratio: times(seconds('exceljs') / seconds(name)),
    target: `≥ ${atLeast} ×`,
    isMet: seconds('exceljs') / seconds(name) >= atLeast,
  })
  const text = [
    `The whole day of all prices: ${rounded(rows)} rows × ${columns} columns, ${rounded(cells)} cells with a value. Each writer in its own process, including reading:`,
    `medians of ${ROUNDS} rounds in turns, and the largest memory. Again: the second file of its process, which has threads and the index of the day by then, as a server does.`,
    'Narrowed: all tyres, but by a filter of brands, so that the import cannot tell the columns. Targets: xlsx at least 4 times as',
    'fast as exceljs, CSV 10 times, at most 200 MB, the first byte within 300 ms.',
    '',
    table(
      ['', 'time', 'cells/s', 'times as fast', 'first byte', 'peak memory', 'file'],
      [
        row('xlsx', 'xlsx'),
        row('xlsx, again', 'again'),
        row('xlsx, narrowed', 'narrowed'),
        row('CSV', 'csv'),
        row('exceljs 4.4, streaming writer', 'exceljs'),
      ],
    ),
  ].join('\n')
  return {
    text,
    figures: [
      compared('Whole day as xlsx, exceljs', 'xlsx', 4),
      compared('Whole day as xlsx, second file', 'again', 4),
      compared('Whole day as xlsx, narrowed', 'narrowed', 4),
      compared('Whole day as CSV, exceljs', 'csv', 10),
      {
        figure: 'Whole day as xlsx, first byte',
        limit: inSeconds(firstByte('exceljs')),
        now: inSeconds(firstByte('xlsx')),
        ratio: times(firstByte('xlsx') / firstByte('exceljs')),
        target: '≤ 0.30 s',
        isMet: firstByte('xlsx') <= 0.3,
      },
      {
        figure: 'Whole day as xlsx, memory',
        limit: megabytes(memory('exceljs')),
        now: megabytes(memory('again')),
        ratio: times(memory('again') / memory('exceljs')),
        target: '≤ 200 MB',
        isMet: memory('again') <= 200e6,
      },
    ],
  }
}
