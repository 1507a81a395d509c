import { ImportError } from './import-error.ts'

/** Counts good and bad records. */
export interface Tally {
  readonly records: number
  readonly bad: number
  readonly skipped: number
  addGood(): void
  addSkipped(): void
  addBad(reason: string): void
  /** A good record turns out to be bad. */
  turnBad(reason: string): void
  /** most frequent first */
  reasons(): { reason: string; count: number }[]
  /**
   * @param maxBadPercent maximum percentage of bad records
   * @throws ImportError if there are more, or no good ones
   */
  check(maxBadPercent: number, rejectsFile: string | null): void
}

export function createTally(): Tally {
  const byReason = new Map<string, number>()
  let good = 0
  let bad = 0
  let skipped = 0

  function addBad(reason: string): void {
    bad++
    byReason.set(reason, (byReason.get(reason) ?? 0) + 1)
  }

  function reasons(): { reason: string; count: number }[] {
    return [...byReason].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)
  }

  return {
    get records() {
      return good + bad
    },
    get bad() {
      return bad
    },
    get skipped() {
      return skipped
    },
    addGood() {
      good++
    },
    addSkipped() {
      skipped++
    },
    addBad,
    turnBad(reason) {
      good--
      addBad(reason)
    },
    reasons,
    check(maxBadPercent, rejectsFile) {
      const percent = (bad / (good + bad)) * 100
      const why = reasons()
        .slice(0, 3)
        .map(({ reason, count }) => `${reason} — ${count}`)
        .join(', ')
      const details = rejectsFile === null ? '' : `. Подробности: ${rejectsFile}`
      if (good === 0 && bad === 0)
        throw new ImportError('В файле не нашлось ни одной записи. Верно ли указано описание?')
      if (good === 0) throw new ImportError(`В файле нет ни одной пригодной записи: ${why}${details}`)
      if (percent > maxBadPercent) {
        throw new ImportError(
          `Плохих записей ${percent.toFixed(1).replace('.', ',')} % (${bad} из ${good + bad}), ` +
            `допускается ${maxBadPercent} %: ${why}${details}`,
        )
      }
    },
  }
}
