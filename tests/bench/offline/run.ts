import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { builtApp } from '../support/built-app.ts'
import { startApp } from './app.ts'
import { measureStarts } from './cold-start.ts'
import { measureLargePage } from './large-page.ts'
import { measureScores } from './lighthouse.ts'
import { measureOverhead } from './overhead.ts'
import { largeSection, overheadSection, scoreSection, startSection } from './section.ts'

/** Measures the app without a network, the worker's overhead with one, and Lighthouse scores. */
export async function benchOffline(): Promise<string> {
  const app = await startApp()
  try {
    const worker = gzipSync(readFileSync(join(builtApp(), 'sw.js'))).length
    const sections = [
      startSection(await measureStarts(app)),
      overheadSection(await measureOverhead(app), worker),
      largeSection(await measureLargePage(app)),
      scoreSection(await measureScores(app)),
    ]
    return sections.join('\n\n')
  } finally {
    await app.stop()
  }
}
