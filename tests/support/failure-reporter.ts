import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Maximum number of characters printed, because a shortened log contains only its end. */
const LONGEST = 5_000
/** Maximum number of characters of a test's error. */
const MAX_ERROR_LENGTH = 800

/** A text without its middle, if it is longer than that number of characters. */
const shorten = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest / 2)} […] ${text.slice(-longest / 2)}` : text

/** The snapshot in Playwright's report of a failure, without the lines that hardly tell what went wrong. */
const telling = (context: string): string =>
  (context.split('```yaml\n')[1] ?? '')
    .replace(/\n```[\s\S]*/, '')
    .split('\n')
    .filter((line) => !/^\s*- (option|img|gridcell|text:|generic|\/url)/.test(line))
    .map((line) => line.replaceAll(/ \[(ref=\w+|cursor=pointer)\]/g, '').replace(/^\s+/, ' '))
    .join('\n')

/** Prints the errors and the pages of failed tests last, because CI keeps the end of the output but not the files. */
export default class FailureReporter implements Reporter {
  readonly #failures: { title: string; error: string; page: string }[] = []

  onTestEnd(test: TestCase, { status, attachments, errors }: TestResult): void {
    if (status === test.expectedStatus || status === 'skipped') return
    const context = attachments.find(({ name }) => name === 'error-context')
    const text = context?.body?.toString() ?? (context?.path ? readFileSync(context.path, 'utf8') : '')
    this.#failures.push({
      title: test.titlePath().filter(Boolean).join(' › '),
      error: errors
        .map(({ message = '', location }) => `line ${location?.line}: ${stripVTControlCharacters(message)}`)
        .join('\n'),
      page: telling(text),
    })
  }

  onEnd(): void {
    const each = LONGEST / Math.max(1, this.#failures.length) - MAX_ERROR_LENGTH
    for (const { title, error, page } of this.#failures) {
      console.log(`\nFailed: ${title}\n${shorten(error, MAX_ERROR_LENGTH)}`)
      if (each > 0) console.log(`What its page showed:\n${shorten(page, each)}`)
    }
  }

  printsToStdio(): boolean {
    return false
  }
}
