import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { STATUS_ROUTE } from '../../../contract/installation/installation-paths.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { freshnessQuery } from '../../data/freshness-query.ts'
import { preferences } from '../../lib/preferences.ts'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { MyReports } from '../saved-views/MyReports.tsx'
import { useViews } from '../saved-views/useViews.ts'
import { Attention } from './attention/Attention.tsx'
import { FirstHints } from './FirstHints.tsx'
import { LastReportCard, ReportLinks } from './ReportLinks.tsx'
import { Today } from './today/Today.tsx'
import './home.css'

/** Home page: what needs a decision, the user's own reports, all reports, and the day in detail. */
export default function HomePage() {
  useDocumentTitle('HomePage')
  const whole = useRef<HTMLDivElement>(null)
  // On a person's first visit it is not known how much room the views take.
  const [isFirst] = useState(() => preferences.attentionCount.get() === 0)
  const isAwaited = !useViews().known && isFirst
  return (
    <div ref={whole} className="home" tabIndex={-1}>
      <SetupCard />
      <FirstHints onEnd={() => whole.current?.focus({ preventScroll: true })} />
      <Attention />
      <div className="home-mine" data-awaited={isAwaited || undefined}>
        {/* Without content it takes no column. */}
        <div className="home-last grid gap-8 content-start">
          <LastReportCard />
        </div>
        <MyReports />
      </div>
      <ReportLinks />
      <Today />
    </div>
  )
}

/** Way back to the set-up, for administrators of an installation without prices (specification 28.5). */
function SetupCard() {
  const offers = useQuery(companionQuery).data?.offers
  const isAdmin = offers?.includes('status') === true
  const { data } = useQuery({ ...freshnessQuery, enabled: isAdmin })
  if (!isAdmin || !data || data.days.length > 0) return null
  return (
    <p className="setup-card-home">
      <span>Цен ещё нет: добавьте первый прайс-лист, и здесь появится, что решить.</span>
      <Link to={`${STATUS_ROUTE}/setup`} className="button button-primary">
        Продолжить настройку
      </Link>
    </p>
  )
}
