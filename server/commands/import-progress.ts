import type { ImportProgress } from '../import/import-file.ts'

/** Where progress is written: stderr of a terminal, or a log file. */
export interface ProgressOutput {
  isTTY?: boolean
  /** the terminal's width */
  columns?: number
  write(text: string): unknown
}

export interface ProgressLine {
  update(progress: ImportProgress): void
  /** Writes the final state and ends the line. */
  finish(): void
}

/** Update intervals in milliseconds: a terminal line is rewritten, a log gets a new line. */
const TERMINAL_MS = 100
const LOG_MS = 5000

const CLEAR_LINE = '\r\u001b[K'

/** @param now clock in milliseconds, replaced in tests */
export function createProgressLine(output: ProgressOutput, now: () => number = Date.now): ProgressLine {
  const interval = output.isTTY ? TERMINAL_MS : LOG_MS
  let shownAt = now()
  let last: ImportProgress | undefined

  function show(progress: ImportProgress): void {
    const text = progressText(progress)
    // A wrapped line cannot be rewritten.
    const fitting = text.slice(0, (output.columns ?? 80) - 1)
    output.write(output.isTTY ? CLEAR_LINE + fitting : `${text}\n`)
    shownAt = now()
  }

  return {
    update(progress) {
      last = progress
      if (now() - shownAt >= interval) show(progress)
    },
    finish() {
      if (last) show(last)
      if (last && output.isTTY) output.write('\n')
      last = undefined
    },
  }
}

const COUNT = new Intl.NumberFormat('ru-RU')
const MEGABYTES = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** 'Прочитано 45 % (12,3 из 27,1 МБ): записей 120 000, предложений 480 000, отклонено 12' */
export function progressText({ bytesRead, bytesTotal, records, offers, bad }: ImportProgress): string {
  const percent = bytesTotal === 0 ? 100 : Math.floor((bytesRead / bytesTotal) * 100)
  const size = `${MEGABYTES.format(bytesRead / 1e6)} из ${MEGABYTES.format(bytesTotal / 1e6)} МБ`
  const counts = `записей ${COUNT.format(records)}, предложений ${COUNT.format(offers)}`
  return `Прочитано ${percent} % (${size}): ${counts}, отклонено ${COUNT.format(bad)}`
}
