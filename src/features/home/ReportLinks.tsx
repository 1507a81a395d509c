import { useQuery } from '@tanstack/react-query'
import { Fragment, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { isoToday } from '../../../contract/lib/dates.ts'
import { COMPETITORS_LABEL } from '../../../contract/reports/competitors.ts'
import { REPORT_IDS, REPORTS, type ReportId } from '../../../contract/reports/reports.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { preferences } from '../../lib/preferences.ts'
import { followOnSpace } from '../../ui/follow-on-space.ts'
import { PRICES } from '../../ui/nouns.ts'
import { countText } from '../../ui/plural.ts'
import { choiceParts } from '../report-choice/choice-parts.ts'
import { lastReport } from '../report-choice/last-report.ts'
import { useDefaultDay } from '../report-choice/latest-day.ts'
import { readAddress } from '../report-choice/report-address.ts'
import { readView } from '../report-choice/view.ts'

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

/** Card that reopens the last viewed report with the same choices (specification 2.13), if there is one. */
export function LastReportCard() {
  const heading = useId()
  const [last] = useState(lastReport)
  const moves = last?.moves === true
  const { data } = useQuery({ ...companionQuery, enabled: moves })
  const day = useDefaultDay(moves && data?.offers.includes('freshness') === true) ?? isoToday()
  if (!last) return null
  const report = REPORTS[last.id]
  const address = last.addressOn(day)
  const query = new URLSearchParams(address.split('?')[1])
  const choice = readAddress(report, query)
  const words = [
    ...(choice ? choiceParts(choice) : []),
    ...(readView(query).competitors ? [COMPETITORS_LABEL] : []),
  ].join(' · ')
  return (
    <nav className="last-report" aria-labelledby={heading}>
      <h2 id={heading} className="home-heading">
        Последний отчёт
      </h2>
      <Link
        to={address}
        className="card"
        data-group={report.code[0]}
        title={report.title}
        onKeyDown={followOnSpace}
      >
        <span className="card-code">{report.code}</span>{' '}
        <span className="card-label">
          <b aria-hidden="true">{groupedName(last.id, report.code)}</b>
          <span className="visually-hidden">{report.title}</span> <span className="card-choice">{words}</span>
        </span>
      </Link>
    </nav>
  )
}

/** Groups of the reports on the home page, by the first letter of the report's code. */
const REPORT_GROUPS = [
  { group: 'r', name: 'Розница' },
  { group: 'o', name: 'Опт' },
  { group: 'a', name: 'Анализ' },
] as const

/** Words that distinguish each report from the others of its group (specification 2.3). */
const SHORT_NAMES: Readonly<Record<ReportId, string>> = {
  'all-prices': 'Все цены',
  retail: 'Все розничные',
  wholesale: 'Все оптовые',
  'retail-min': 'Минимальная',
  'retail-max': 'Максимальная',
  'retail-median': 'Медианная',
  'retail-stats': 'Мин / мед / макс',
  'wholesale-min': 'Минимальная',
  'wholesale-max': 'Максимальная',
  'wholesale-median': 'Медианная',
  'wholesale-stats': 'Мин / мед / макс',
  proposals: 'Предложения',
  'price-changes': 'Изменение цен',
}

/** Returns the short name with its group: 'Опт · Медианная'. @param code of the report */
export const groupedName = (id: ReportId, code: string): string =>
  [REPORT_GROUPS.find(({ group }) => code.startsWith(group))?.name, SHORT_NAMES[id]]
    .filter(Boolean)
    .join(' · ')
