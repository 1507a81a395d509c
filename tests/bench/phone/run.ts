import { startApp } from '../offline/app.ts'
import type { BenchmarkResult } from '../support/figures.ts'
import { buildPlainPage } from './build-page.ts'
import { phoneRows, phoneSection } from './section.ts'
import { measureVisits } from './visits.ts'

/** Compares the first visit of a report on a phone with that of a plain React page with AG Grid. */
export async function benchPhone(): Promise<BenchmarkResult> {
  await buildPlainPage()
  const app = await startApp()
  try {
    const visits = await measureVisits(app)
    return { text: phoneSection(visits), figures: phoneRows(visits) }
  } finally {
    await app.stop()
  }
}
