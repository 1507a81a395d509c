import { offersTo } from '../../../contract/companion.ts'
import type { DASHBOARD_CALLS } from '../../../contract/dashboard/dashboard-calls.ts'
import type { ReadSql, Sql } from '../../platform/db/db.ts'
import { hasRecommended } from '../../prices/recommended-prices.ts'
import { loadDays } from '../../prices/site-days.ts'
import { untilNextImport } from '../../prices/until-next-import.ts'
import type { Handlers } from '../auth/serve-calls.ts'
import type { DaySummaryService } from './day-summary-service.ts'

interface DashboardDeps {
  sql: Sql
  prices: ReadSql
  desk: DaySummaryService
  isOwnSite(host: string): boolean
}

export function dashboardHandlers({
  sql,
  prices,
  desk,
  isOwnSite,
}: DashboardDeps): Handlers<typeof DASHBOARD_CALLS> {
  const days = untilNextImport(prices, loadDays)
  return {
    async companion({ user }) {
      const sites = await sql.all<{ host: string }>('SELECT host FROM sites ORDER BY host')
      const hosts = sites.map(({ host }) => host)
      const hasList = await hasRecommended(sql)
      const offers = offersTo(user.role).filter((offer) => offer !== 'rrp-values' || hasList)
      return { version: 1, offers, own_hosts: hosts.filter(isOwnSite) }
    },
    freshness: async () => ({ version: 1, ...(await days()) }),
    today: () => desk.today(),
  }
}
