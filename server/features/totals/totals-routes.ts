import { XLSX_TYPE } from '../../../contract/spreadsheet/xlsx-parts.ts'
import type { TotalsQuery, TotalsReport } from '../../../contract/totals/totals.ts'
import type { TOTALS_CALLS } from '../../../contract/totals/totals-calls.ts'
import type { Db } from '../../platform/db/db.ts'
import { checkDay } from '../../platform/http/schemas.ts'
import { Refusal } from '../../platform/refusal.ts'
import { exported } from '../auth/http/audited-routes.ts'
import { type Handlers, withConfig } from '../auth/serve-calls.ts'
import { mailSwitch, setMailSwitch } from './mail-switch.ts'
import type { TotalsChoice, TotalsDesk } from './totals-desk.ts'
import { totalsXlsx } from './totals-xlsx.ts'

interface TotalsDeps {
  db: Db
  desk: TotalsDesk
  /** whether the server can send mails */
  canMail: boolean
}

const choiceOf = ({ period = 'week', day, site = '', brand = '', city = '' }: TotalsQuery): TotalsChoice => ({
  kind: period,
  day: day ? checkDay(day) : null,
  site,
  brand,
  city,
})

export const totalsHandlers = ({ db, desk, canMail }: TotalsDeps): Handlers<typeof TOTALS_CALLS> => ({
  totals: ({ query }) => desk.answer(choiceOf(query)),
  file: withConfig({ audited: exported }, async ({ query, reply }) => {
    const { report, counting } = await desk.answer(choiceOf(query))
    if (counting) throw new Refusal(409, 'Итоги ещё считаются: повторите через минуту')
    if (!report) throw new Refusal(404, 'Цен пока нет')
    const name = `attachment; filename="${totalsFileName(report.period)}"${filteredName(report)}`
    return reply
      .type(XLSX_TYPE)
      .header('content-disposition', name)
      .send(Buffer.from(totalsXlsx(report)))
  }),
  mail: ({ user }) => mailSwitch(db, user.id, canMail),
  async switchMail({ user, body }) {
    await setMailSwitch(db, user.id, body.on, canMail)
    return mailSwitch(db, user.id, canMail)
  },
})

export const totalsFileName = ({ from, to }: { from: string; to: string }): string =>
  `itogi_${from}_${to}.xlsx`

/** Maximum number of characters of a filter in a file name. */
const LONGEST_PART = 40

/** Returns the parameter with a file name that has the filters, in any script; '' without filters. */
function filteredName({ period, filters: { site, brand, city } }: TotalsReport): string {
  const parts = [site, brand, city]
    .filter(Boolean)
    .map((part) => [...part.replace(/[^\p{L}\p{N}.]+/gu, '-')].slice(0, LONGEST_PART).join(''))
  if (parts.length === 0) return ''
  const name = totalsFileName(period).replace('.xlsx', `_${parts.join('_')}.xlsx`)
  return `; filename*=UTF-8''${encodeURIComponent(name)}`
}
