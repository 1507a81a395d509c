import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { ROUTES } from '../../../../contract/routes.ts'
import { isNarrowed } from '../../../data/list-order.ts'
import { useSavedState } from '../../../pwa/useSavedState.ts'
import { formatMoment } from '../../../ui/format-moment.ts'
import { countText } from '../../../ui/plural.ts'
import { choiceParts } from '../../report-choice/choice-parts.ts'
import { writeAddress } from '../../report-choice/report-address.ts'
import { savedResultSets, savedTable } from '../../report-choice/saved-result-sets.ts'
import { Tile } from './Tile.tsx'

/** Maximum number of listed reports (ROWS); of more, NAMED are listed above the number of the rest. */
const [ROWS, NAMED] = [4, 3]

/** Tile with the reports that are completely saved on the device; nothing if the browser cannot save. */
export function OfflineTile() {
  const state = useSavedState()
  const ready = useMemo(
    () =>
      // One row per report and all its orders, without tables narrowed by quick filters, which are not complete.
      [
        ...new Map(
          savedResultSets(state?.entries ?? []).flatMap((run) => {
            const table = run.complete && !isNarrowed(run.arranged) ? savedTable(run) : null
            if (!table) return []
            const to = `${table.report.route}?${writeAddress(table.report, table.choice)}`
            return [[to, { ...table, to, savedAt: run.savedAt }] as const]
          }),
        ).values(),
      ],
    [state],
  )
  if (state === null) return null
  const named = ready.slice(0, ready.length > ROWS ? NAMED : ROWS)
  const rest = ready.length - named.length
  return (
    <div className="today-ready">
      <Tile title="Готово без сети">
        {state && ready.length === 0 && (
          <p className="today-words">
            Целых отчётов пока нет. Откройте отчёт, нажмите «Сохранить» и отметьте «Готов без сети».
            {state.entries.length > 0 && (
              <>
                {' '}
                Открытое раньше — в <Link to={ROUTES.saved}>сохранённых данных</Link>.
              </>
            )}
          </p>
        )}
        {named.map(({ to, report, choice, savedAt }) => (
          <Link key={to} className="today-row" to={to}>
            <span>{[report.code, ...choiceParts(choice)].join(' · ')}</span>{' '}
            <span className="today-number">{formatMoment(savedAt)}</span>
          </Link>
        ))}
        {rest > 0 && (
          <Link className="today-row" to={ROUTES.saved}>
            <span>и ещё {countText(rest, ['отчёт', 'отчёта', 'отчётов'])}</span>
          </Link>
        )}
      </Tile>
    </div>
  )
}
