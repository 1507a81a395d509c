import { writeFileSync } from 'node:fs'
import type { BenchmarkResult } from '../support/figures.ts'
import { MEASURED_FILE, planOnPaper, writePlan } from './paper.ts'
import { simulate } from './simulate.ts'

/** Measures requests on PostgreSQL with a standby, and computes docs/capacity.md from the figures. */
export async function benchCapacity(): Promise<BenchmarkResult> {
  const measured = await simulate()
  writeFileSync(MEASURED_FILE, `${JSON.stringify(measured, null, 2)}\n`)
  writePlan()
  return { text: planOnPaper(), figures: [] }
}
