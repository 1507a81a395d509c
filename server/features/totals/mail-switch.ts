import type { Static } from 'typebox'
import { addDays } from '../../../contract/lib/dates.ts'
import { type TotalsMailAnswer, totalsPeriod } from '../../../contract/totals/totals.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { zonedMoments } from '../../platform/zoned-moment.ts'

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
export async function mailSwitch(
  sql: Sql,
  userId: string,
  canMail: boolean,
): Promise<Static<typeof TotalsMailAnswer>> {
  const row = await sql.get('SELECT 1 AS one FROM totals_mails WHERE user_id = ?', userId)
  const link = await sql.get("SELECT 1 AS one FROM links WHERE user_id = ? AND channel = 'mail'", userId)
  return { on: row !== undefined, obstacle: canMail ? (link ? null : 'address') : 'server' }
}

/** @throws Refusal 409 if the mail is switched on but cannot be sent */
export async function setMailSwitch(db: Db, userId: string, on: boolean, canMail: boolean): Promise<void> {
  if (!on) {
    await db.run('DELETE FROM totals_mails WHERE user_id = ?', userId)
    return
  }
  const { obstacle } = await mailSwitch(db, userId, canMail)
  if (obstacle) throw new Refusal(409, OBSTACLES[obstacle])
  // The first mail is that of the next Monday.
  await db.run(
    'INSERT INTO totals_mails (user_id, sent_week) VALUES (?, ?) ON CONFLICT (user_id) DO NOTHING',
    userId,
    dueMonday(Date.now()),
  )
}
