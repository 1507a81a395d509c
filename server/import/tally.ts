import { copyString } from '../../contract/lib/memo.ts'
import type { LeftOutKind } from '../../contract/sources/account.ts'
import { ImportError } from './errors.ts'

/** Goods that are not tyres (rims, tubes, batteries), which are left out. */
export interface OtherGoods {
  count: number
  /** first few names */
  examples: string[]
}

const MAX_EXAMPLES = 5

export type Tally = ReturnType<typeof createTally>

/** Counts good and bad records. */
export function createTally() {
  const byReason = new Map<string, number>()
  let good = 0
  let bad = 0
  const left = new Map<LeftOutKind, number>()
  const others: OtherGoods = { count: 0, examples: [] }

  function addBad(reason: string): void {
    bad++
    byReason.set(reason, (byReason.get(reason) ?? 0) + 1)
  }

  /** Returns the reasons, most frequent first. */
  const reasons = () =>
    [...byReason].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)

  return {
    get records(): number {
      return good + bad
    },
    get bad(): number {
      return bad
    },
    /** number of records that became no tyre, by reason */
    get left(): ReadonlyMap<LeftOutKind, number> {
      const all = new Map(left)
      if (bad > 0) all.set('rejected', bad)
      if (others.count > 0) all.set('goods', others.count)
      return all
    },
    others,
    addGood(): void {
      good++
    },
    addLeft(kind: LeftOutKind): void {
      left.set(kind, (left.get(kind) ?? 0) + 1)
    },
    /** @param name name of a record that is not a tyre */
    addOther(name: string): void {
      others.count++
      if (others.examples.length < MAX_EXAMPLES && name !== '') others.examples.push(copyString(name))
    },
    addBad,
    /** Counts a record as bad that was counted as good before. */
    turnBad(reason: string): void {
      good--
      addBad(reason)
    },
    reasons,
    /**
     * @param maxBadPercent maximum percentage of bad records
     * @throws ImportError if there are more, or no good ones
     */
    check(maxBadPercent: number, rejectsFile: string | null): void {
      const percent = (bad / (good + bad)) * 100
      const mainReasons = reasons()
        .slice(0, 3)
        .map(({ reason, count }) => `${reason} — ${count}`)
        .join(', ')
      const where = rejectsFile === null ? '' : `. Подробности: ${rejectsFile}`
      if (good === 0 && bad === 0 && others.count > 0)
        throw new ImportError(`В файле нет шин, только другие товары: ${others.examples.join(', ')}`)
      if (good === 0 && bad === 0)
        throw new ImportError('В файле не нашлось ни одной записи. Верно ли указано описание?')
      if (good === 0)
        throw new ImportError(`В файле нет ни одной пригодной записи: ${mainReasons}`, { where })
      if (percent > maxBadPercent) {
        throw new ImportError(
          `Плохих записей ${percent.toFixed(1).replace('.', ',')} % (${bad} из ${good + bad}), ` +
            `допускается ${maxBadPercent} %: ${mainReasons}`,
          { where },
        )
      }
    },
  }
}
