import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { builtApp } from '../support/built-app.ts'
import type { BenchmarkResult } from '../support/figures.ts'
import { startApp } from './app.ts'
import { measureStarts } from './cold-start.ts'
import { measureLargePage } from './large-page.ts'
import { measureScores } from './lighthouse.ts'
import { measureOverhead } from './overhead.ts'
import {
  largeRows,
  largeSection,
  overheadRow,
  overheadSection,
  scoreRows,
  scoreSection,
  startRows,
  startSection,
} from './section.ts'

/** Measures starts without a network, the worker's overhead with a network, a page of 10 MB, and Lighthouse scores. */
export async function benchOffline(): Promise<BenchmarkResult> {
  const app = await startApp()
  try {
    const worker = gzipSync(readFileSync(join(builtApp(), 'sw.js'))).length
    const starts = await measureStarts(app)
    const overhead = await measureOverhead(app)
    const large = await measureLargePage(app)
    const scores = await measureScores(app)
    const sections = [
      startSection(starts),
      overheadSection(overhead, worker),
      largeSection(large),
      scoreSection(scores),
    ]
    return {
      text: sections.join('\n\n'),
      figures: [...startRows(starts), overheadRow(overhead), ...largeRows(large), ...scoreRows(scores)],
    }
  } finally {
    await app.stop()
  }
}
