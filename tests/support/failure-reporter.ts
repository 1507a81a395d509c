import { readFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Maximum number of characters of a page that are printed. */
const LONGEST = 6_000

/** Prints what the pages of failed tests showed, because CI keeps the output but not the files. */
export default class FailureReporter implements Reporter {
  readonly #pages: string[] = []

  onTestEnd(test: TestCase, { status, attachments }: TestResult): void {
    if (status === test.expectedStatus || status === 'skipped') return
    for (const { name, path, body } of attachments) {
      if (name !== 'error-context') continue
      const text = body?.toString() ?? (path ? readFileSync(path, 'utf8') : '')
      const page = text.slice(Math.max(0, text.indexOf('# Page snapshot')))
      this.#pages.push(`What the page of “${test.title}” showed:\n${page.slice(0, LONGEST)}`)
    }
  }

  onEnd(): void {
    for (const page of this.#pages) console.log(`\n${page}`)
  }

  printsToStdio(): boolean {
    return false
  }
}
