import { useQuery } from '@tanstack/react-query'
import { Fragment, useId } from 'react'
import { Link } from 'react-router-dom'
import { REPORT_IDS, REPORTS } from '../../../contract/reports/reports.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { preferences } from '../../lib/preferences.ts'
import { followOnSpace } from '../../ui/follow-on-space.ts'
import { PRICES } from '../../ui/nouns.ts'
import { countText } from '../../ui/plural.ts'
import { REPORT_GROUPS, SHORT_NAMES } from './report-names.ts'

/**
 * Links to the thirteen reports, in columns by group (specification 2.3). They show only what distinguishes a report
 * from the others of its group; their accessible names and tooltips are the documented titles.
 */
export function ReportLinks() {
  const heading = useId()
  return (
    <div className="relative">
      <nav aria-labelledby={heading}>
        <h2 id={heading} className="home-heading">
          Отчёты
        </h2>
        <div className="report-links">
          {REPORT_GROUPS.map(({ group, name }) => (
            <Fragment key={group}>
              <span className="report-group" data-group={group} aria-hidden="true">
                {name}
              </span>
              {REPORT_IDS.filter((id) => REPORTS[id].code.startsWith(group)).map((id) => (
                <Link
                  key={id}
                  to={REPORTS[id].route}
                  className="report-link"
                  data-group={group}
                  title={REPORTS[id].title}
                  onKeyDown={followOnSpace}
                >
                  <span className="card-code">{REPORTS[id].code}</span>{' '}
                  <span className="visually-hidden">{REPORTS[id].title}</span>
                  <span aria-hidden="true">{SHORT_NAMES[id]}</span>
                </Link>
              ))}
            </Fragment>
          ))}
        </div>
      </nav>
      <PriceLinks />
    </div>
  )
}

/** Links to the pages on which prices are decided and summed up, in the line of the heading. */
function PriceLinks() {
  const offers = useQuery(companionQuery).data?.offers ?? []
  const decided = preferences.decisionCount.get()
  return (
    <p className="home-prices">
      <Link to={ROUTES.decisions}>Решения{decided > 0 && ` ${countText(decided, PRICES)}`}</Link>
      {offers.includes('strategies') && <Link to={ROUTES.strategies}>Стратегии</Link>}
      {offers.includes('totals') && <Link to={ROUTES.totals}>Итоги</Link>}
    </p>
  )
}
