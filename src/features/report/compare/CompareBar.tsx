import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sitesOfBoth } from '../../../../contract/dashboard/freshness.ts'
import { readMoveCounts } from '../../../../contract/legacy/report-page.ts'
import { listed } from '../../../../contract/lib/listed.ts'
import { isWithin } from '../../../../contract/reports/filter-sets.ts'
import { nonEmpty } from '../../../../contract/reports/filters.ts'
import { MOVE_LABELS, MOVES, type MoveCounts } from '../../../../contract/reports/moves.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { freshnessQuery } from '../../../data/freshness-query.ts'
import { filterOptionsQuery } from '../../../data/report-queries.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { longDay } from '../../report-choice/format-date.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'
import './compare.css'

export interface CompareBarProps {
  /** choice with a comparison day */
  choice: ReportChoice
  /** number of tyres per kind of price change, from the displayed page and not validated; undefined without a page */
  counts: unknown
  onApply(choice: ReportChoice): void
}

const number = new Intl.NumberFormat('ru-RU')

/** Numbers of tyres by kind of price change, as buttons that filter to these tyres (specification 4.30). */
export function CompareBar({ choice, counts, onApply }: CompareBarProps) {
  const { date, compare, moved } = choice
  const shown = useHeldCounts(choice, counts)
  const sites = useSites(choice)
  const problem = useProblem(choice, shown, sites?.both.length === 0)
  return (
    <div className="compare-bar">
      <p className="compare-days">
        <span>По сравнению с {longDay(compare)}</span>
        <button
          type="button"
          className="icon-button"
          aria-label="Убрать сравнение"
          onClick={() => onApply({ ...choice, compare: '', moved: '' })}
        >
          <Icon name="close" />
        </button>
      </p>
      {date !== compare && (
        <fieldset className="compare-moves">
          <legend className="visually-hidden">Что изменилось</legend>
          {MOVES.map((move) => {
            const isPressed = move === moved
            const isEmpty = shown?.[move] === 0 && !isPressed
            const count = shown && number.format(shown[move])
            return (
              <button
                key={move}
                type="button"
                className="compare-move"
                aria-pressed={isPressed}
                aria-disabled={isEmpty || undefined}
                onClick={() => !isEmpty && onApply({ ...choice, moved: isPressed ? '' : move })}
              >
                {MOVE_LABELS[move]}{' '}
                {count !== null && <span className="font-semibold tabular-nums">{count}</span>}
              </button>
            )
          })}
        </fieldset>
      )}
      <p className="text-muted" role="status">
        {problem ?? (sites && sites.once.length > 0 && onceWords(sites.once))}
      </p>
    </div>
  )
}

/** Returns the last known counts while another page or kind of change of the same comparison loads. */
function useHeldCounts(choice: ReportChoice, given: unknown): MoveCounts | null {
  const { date, compare, search, filters, sets } = choice
  const key = JSON.stringify([date, compare, search, nonEmpty(filters), sets])
  const [held, setHeld] = useState<{ key: string; given?: unknown }>({ key })
  const current = given === undefined && held.key === key ? held.given : given
  if (held.key !== key || held.given !== current) setHeld({ key, given: current })
  return readMoveCounts(current)
}

/** Returns the selected sites with prices on both days and on only one; null if the server has no freshness. */
function useSites({ date, compare, filters, sets }: ReportChoice) {
  const offered = useQuery(companionQuery).data?.offers.includes('freshness') === true
  const { data } = useQuery({ ...freshnessQuery, enabled: offered })
  if (!data) return null
  const { both, once } = sitesOfBoth(data, date, compare)
  const isMeant = (site: string) => (!filters.site || site === filters.site) && isWithin(sets.site, site)
  return { both: both.filter(isMeant), once: once.filter(isMeant) }
}

const NAMED = 3

/** Formats 'Без сайтов, у которых нет цен за один из дней: a.ru, b.ru, c.ru и ещё 2.' */
const onceWords = (sites: readonly string[]): string =>
  `Без сайтов, у которых нет цен за один из дней: ${listed(sites, NAMED)}.`

/** Returns why nothing is compared or differs; null otherwise. @param apart no site has prices for both days */
function useProblem(choice: ReportChoice, counts: MoveCounts | null, apart: boolean): string | null {
  const { date, compare, filters, search, sets } = choice
  const days = useQuery(filterOptionsQuery).data?.dates ?? []
  if (date === compare) return 'Выбран один и тот же день: сравнивать не с чем.'
  if (days.length > 0 && !days.includes(compare)) return `За ${longDay(compare)} цен нет: сравнить не с чем.`
  if (days.length > 0 && !days.includes(date)) return `За ${longDay(date)} цен нет: сравнить нечего.`
  if (apart)
    return filters.site
      ? `У ${filters.site} нет цен за один из этих дней: сравнить нечего.`
      : 'Ни у одного сайта нет цен за оба дня: сравнить нечего.'
  if (!counts || MOVES.some((move) => counts[move] > 0)) return null
  const isNarrowed = search !== '' || Object.keys({ ...nonEmpty(filters), ...sets }).length > 0
  return `${isNarrowed ? 'Среди выбранного между' : 'Между'} этими днями ничего не изменилось.`
}
