import type { ImportProgress } from '../import/import-file.ts'
import type { OnBytes } from '../platform/backup/read-backup.ts'
import type { OnRows } from '../platform/backup/table-rows.ts'

/** Output of a progress line: stderr on a terminal, or a log file. */
export interface ProgressStream {
  isTTY?: boolean
  /** width of the terminal */
  columns?: number
  write(text: string): unknown
}

export interface ProgressWriter<Progress> {
  update(progress: Progress): void
  /** Writes the final state and ends the line. */
  finish(): void
}

/** Update intervals in milliseconds: a terminal line is rewritten, a log gets a new line. */
const TERMINAL_MS = 100
const LOG_MS = 5000

const CLEAR_LINE = '\r\u001b[K'

/**
 * @param text formats the progress
 * @param now clock in milliseconds, replaced in tests
 */
export function createProgressWriter<Progress>(
  output: ProgressStream,
  text: (progress: Progress) => string,
  now: () => number = Date.now,
): ProgressWriter<Progress> {
  const interval = output.isTTY ? TERMINAL_MS : LOG_MS
  let writtenAt = now()
  let last: Progress | undefined

  function write(progress: Progress): void {
    const message = text(progress)
    // Shortened, since a wrapped line cannot be rewritten.
    const shortened = message.slice(0, (output.columns ?? 80) - 1)
    output.write(output.isTTY ? CLEAR_LINE + shortened : `${message}\n`)
    writtenAt = now()
  }

  return {
    update(progress) {
      last = progress
      if (now() - writtenAt >= interval) write(progress)
    },
    finish() {
      if (last) write(last)
      if (last && output.isTTY) output.write('\n')
      last = undefined
    },
  }
}

const COUNT = new Intl.NumberFormat('ru-RU')
const MEGABYTES = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const formatNumber = (count: number): string => COUNT.format(count)
export const formatMegabytes = (bytes: number): string => `${MEGABYTES.format(bytes / 1e6)} МБ`

/** Returns a text such as '45 % (12,3 из 27,1 МБ)'. */
function formatBytes(read: number, total: number): string {
  const percent = total === 0 ? 100 : Math.floor((read / total) * 100)
  return `${percent} % (${MEGABYTES.format(read / 1e6)} из ${formatMegabytes(total)})`
}

/** Returns a text such as 'Прочитано 45 % (12,3 из 27,1 МБ): записей 120 000, предложений 480 000, отклонено 12'. */
export function importProgressText({ bytesRead, bytesTotal, records, offers, bad }: ImportProgress): string {
  const counts = `записей ${formatNumber(records)}, предложений ${formatNumber(offers)}`
  return `Прочитано ${formatBytes(bytesRead, bytesTotal)}: ${counts}, отклонено ${formatNumber(bad)}`
}

/** Reports the progress of a copy on one line of stderr. */
export interface CopyProgress {
  /** Reports lines such as 'Сохраняется: строк 120 000, таблица site_offers'. */
  rows(what: string): OnRows
  /** Reports lines such as 'Проверяется: 45 % (12,3 из 27,1 МБ)'. */
  bytes(what: string): OnBytes
}

/** Runs a copy whose progress is reported on stderr. */
export function withCopyProgress<T>(work: (progress: CopyProgress) => Promise<T>): Promise<T> {
  const line = createProgressWriter<string>(process.stderr, (text) => text)
  const progress: CopyProgress = {
    rows: (what) => (table, rows) => line.update(`${what}: строк ${formatNumber(rows)}, таблица ${table}`),
    bytes: (what) => (read, total) => line.update(`${what}: ${formatBytes(read, total)}`),
  }
  return work(progress).finally(line.finish)
}
