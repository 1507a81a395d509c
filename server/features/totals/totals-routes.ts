import type { Static } from 'typebox'
import { addDays } from '../../../contract/lib/dates.ts'
import { XLSX_TYPE } from '../../../contract/spreadsheet/xlsx-parts.ts'
import {
  type TotalsMailAnswer,
  type TotalsQuery,
  type TotalsReport,
  totalsPeriod,
} from '../../../contract/totals/totals.ts'
import type { TOTALS_CALLS } from '../../../contract/totals/totals-calls.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { checkDay } from '../../platform/http/schemas.ts'
import { Refusal } from '../../platform/refusal.ts'
import { zonedMoments } from '../../platform/zoned-moment.ts'
import { DATA_EXPORT_AUDIT } from '../auth/http/audited-routes.ts'
import { type Handlers, withConfig } from '../auth/serve-calls.ts'
import { MAIL_ADDRESSES } from '../notifications/channels/mail/address.ts'
import type { TotalsChoice, TotalsService } from './totals-service.ts'
import { totalsXlsx } from './totals-xlsx.ts'

interface TotalsDeps {
  db: Db
  desk: TotalsService
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
  file: withConfig({ audited: DATA_EXPORT_AUDIT }, async ({ query, reply }) => {
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
const MAX_PART_LENGTH = 40

/** Returns the parameter with a file name that has the filters, in any script; '' without filters. */
function filteredName({ period, filters: { site, brand, city } }: TotalsReport): string {
  const parts = [site, brand, city]
    .filter(Boolean)
    .map((part) => [...part.replace(/[^\p{L}\p{N}.]+/gu, '-')].slice(0, MAX_PART_LENGTH).join(''))
  if (parts.length === 0) return ''
  const name = totalsFileName(period).replace('.xlsx', `_${parts.join('_')}.xlsx`)
  return `; filename*=UTF-8''${encodeURIComponent(name)}`
}

/** Time of the mails on Mondays, in Moscow. */
const MAIL_TIME = '08:30'
const moscow = zonedMoments('Europe/Moscow')

/**
 * Returns the Monday whose mails are due: this week's once its time has come, else last week's.
 * @param now in ms
 * @returns YYYY-MM-DD
 */
export function dueMonday(now: number): string {
  const moment = moscow(now)
  const [day, time] = [moment.slice(0, 10), moment.slice(11, 16)]
  const { from } = totalsPeriod('week', day)
  return day === from && time < MAIL_TIME ? addDays(from, -7) : from
}

const OBSTACLES = {
  server: 'Почта не настроена на сервере, обратитесь к администратору',
  address: 'Сначала подключите почту в личном кабинете: «Профиль», «Уведомления на почту»',
} as const

/** Returns whether a user gets the weekly mail, and why not (specification 27.5). */
async function mailSwitch(
  sql: Sql,
  userId: string,
  canMail: boolean,
): Promise<Static<typeof TotalsMailAnswer>> {
  const row = await sql.get`SELECT 1 AS one FROM totals_mails WHERE user_id = ${userId}`
  const link = await sql.get`SELECT 1 AS one FROM ${MAIL_ADDRESSES} a WHERE user_id = ${userId}`
  return { on: row !== undefined, obstacle: canMail ? (link ? null : 'address') : 'server' }
}

/** @throws Refusal 409 if the mail is switched on but cannot be sent */
async function setMailSwitch(db: Db, userId: string, on: boolean, canMail: boolean): Promise<void> {
  if (!on) {
    await db.run`DELETE FROM totals_mails WHERE user_id = ${userId}`
    return
  }
  const { obstacle } = await mailSwitch(db, userId, canMail)
  if (obstacle) throw new Refusal(409, OBSTACLES[obstacle])
  // The first mail is that of the next Monday.
  await db.run`
    INSERT INTO totals_mails (user_id, sent_week) VALUES (${userId}, ${dueMonday(Date.now())})
    ON CONFLICT (user_id) DO NOTHING`
}
