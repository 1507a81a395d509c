import type { TyreHistory } from '../../../contract/tyre/history-answer.ts'
import type { NamedLine } from './chart-lines.ts'
import { DaysTable } from './DaysTable.tsx'
import { fewDaysText } from './day-text.ts'
import { changesOfSites, lowestOwnPrices } from './history.ts'

interface FewDaysProps {
  history: TyreHistory
  /** day of the first price, YYYY-MM-DD */
  from: string
  /** indexes of the days with prices, one or two */
  days: readonly number[]
}

/** Sentences about the prices of one or two days, which are too few for a chart (specification 15.5). */
export function FewDays({ history, from, days }: FewDaysProps) {
  const ours = lowestOwnPrices(history)
  const changes = changesOfSites(history)
  const lines: NamedLine[] = [
    ...(ours ? [{ name: 'Наша цена', prices: ours.prices }] : []),
    { name: 'Медиана', prices: history.median, uncomparable: new Set(changes.map(({ day }) => day)) },
  ]
  const others = history.sites.filter(({ own }) => !own).map(({ site, prices }) => ({ name: site, prices }))
  return (
    <>
      <ul className="grid gap-4 list-none text-14 tabular-nums">
        {lines.map(({ name, ...line }) => (
          <li key={name}>
            {name}: {fewDaysText(line, days, from)}.
          </li>
        ))}
      </ul>
      <DaysTable history={history} from={from} days={days} lines={[...lines, ...others]} />
    </>
  )
}
