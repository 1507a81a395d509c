import { addDays, isoToday } from '../../../contract/lib/dates.ts'
import {
  periodBefore,
  type TotalsPeriod,
  type TotalsPeriodKind,
  type TotalsReport,
  totalsPeriod,
} from '../../../contract/totals/totals.ts'
import { periodText } from '../../../contract/totals/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { TOTALS_FILTERS, type TotalsAddress, type TotalsFilter } from './totals-queries.ts'

const KINDS = [
  { value: 'week', name: 'Неделя' },
  { value: 'month', name: 'Месяц' },
] as const satisfies readonly { value: TotalsPeriodKind; name: string }[]

const FILTER_WORDS: Readonly<
  Record<TotalsFilter, { label: string; all: string; list: keyof TotalsReport['choices'] }>
> = {
  site: { label: 'Сайт', all: 'Все сайты', list: 'sites' },
  brand: { label: 'Бренд', all: 'Все бренды', list: 'brands' },
  city: { label: 'Город', all: 'Все города', list: 'cities' },
}

interface TotalsControlsProps {
  address: TotalsAddress
  period: TotalsPeriod
  /** values of the filters; undefined while they load */
  choices: TotalsReport['choices'] | undefined
  onChange(address: TotalsAddress): void
}

export function TotalsControls({ address, period, choices, onChange }: TotalsControlsProps) {
  const { kind, filters } = address
  const today = isoToday()
  const show = (day: string) => onChange({ ...address, day })
  const current = totalsPeriod(kind, today)
  const last = periodBefore(kind, current)
  const next = addDays(period.to, 1)
  const quick = [
    { name: kind === 'week' ? 'Эта неделя' : 'Этот месяц', period: current },
    { name: kind === 'week' ? 'Прошлая неделя' : 'Прошлый месяц', period: last },
  ]
  return (
    <div className="totals-controls flex flex-wrap items-center gap-8-12">
      <Choice
        label="Период"
        options={KINDS}
        value={kind}
        onChange={(next) => onChange({ ...address, kind: next, day: period.from })}
      />
      <div className="totals-period flex flex-wrap items-center gap-8-12">
        <Button aria-label="Предыдущий период" onClick={() => show(periodBefore(kind, period).from)}>
          ←
        </Button>
        <b aria-live="polite">{periodText(kind, period)}</b>
        <Button aria-label="Следующий период" blocked={next > today} onClick={() => show(next)}>
          →
        </Button>
      </div>
      {quick.map((one) => (
        <Button
          key={one.name}
          variant="quiet"
          aria-pressed={one.period.from === period.from}
          onClick={() => show(one.period.from)}
        >
          {one.name}
        </Button>
      ))}
      <div className="totals-filters flex flex-wrap items-center gap-8-12">
        {TOTALS_FILTERS.map((filter) => {
          const { label, all, list } = FILTER_WORDS[filter]
          const value = filters[filter]
          const names = new Set([...(choices?.[list] ?? []), ...(value ? [value] : [])].filter(Boolean))
          return (
            <select
              key={filter}
              className="input"
              aria-label={label}
              value={value}
              onChange={({ target }) =>
                onChange({ ...address, day: period.from, filters: { ...filters, [filter]: target.value } })
              }
            >
              <option value="">{all}</option>
              {[...names].map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          )
        })}
      </div>
    </div>
  )
}
