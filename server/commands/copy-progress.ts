import type { OnBytes } from '../platform/backup/read-backup.ts'
import type { OnRows } from '../platform/backup/table-sums.ts'
import { createProgressLine } from './progress-line.ts'

const COUNT = new Intl.NumberFormat('ru-RU')
const MEGABYTES = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const counted = (count: number): string => COUNT.format(count)
export const megabytes = (bytes: number): string => `${MEGABYTES.format(bytes / 1e6)} МБ`

/** Says how far a copy is, on one line of stderr. */
export interface CopyProgress {
  /** 'Сохраняется: строк 120 000, таблица site_offers' */
  rows(what: string): OnRows
  /** 'Проверяется: 45 % (12,3 из 27,1 МБ)' */
  bytes(what: string): OnBytes
}

export function withProgress<T>(work: (progress: CopyProgress) => Promise<T>): Promise<T> {
  const line = createProgressLine<string>(process.stderr, (text) => text)
  const progress: CopyProgress = {
    rows: (what) => (table, rows) => line.update(`${what}: строк ${counted(rows)}, таблица ${table}`),
    bytes: (what) => (read, total) => {
      const percent = total === 0 ? 100 : Math.floor((read / total) * 100)
      line.update(`${what}: ${percent} % (${MEGABYTES.format(read / 1e6)} из ${megabytes(total)})`)
    },
  }
  return work(progress).finally(line.finish)
}
