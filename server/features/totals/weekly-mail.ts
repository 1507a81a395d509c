import { createHash, randomUUID } from 'node:crypto'
import { addDays } from '../../../contract/lib/dates.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { XLSX_TYPE } from '../../../contract/spreadsheet/xlsx-parts.ts'
import {
  currentMeasure,
  MEASURE_WORDS,
  MEASURES,
  measureBrief,
  measureChange,
  measureText,
} from '../../../contract/totals/measures.ts'
import { type TotalsPeriod, type TotalsReport, totalsPeriod } from '../../../contract/totals/totals.ts'
import { totalsNotes } from '../../../contract/totals/words.ts'
import type { Db } from '../../platform/db/db.ts'
import type { SendMail } from '../notifications/channels/mail/sender.ts'
import { DeliveryError } from '../notifications/delivery/channel.ts'
import { createNotice } from '../notifications/delivery/notices.ts'
import { dueMonday } from './mail-switch.ts'
import type { TotalsDesk } from './totals-desk.ts'
import { totalsFileName } from './totals-routes.ts'
import { totalsXlsx } from './totals-xlsx.ts'

/** Time in ms after which a process that has not ended a mail counts as dead. */
const LEASE_MS = 5 * 60_000
/** Maximum time of one attempt in ms, shorter than its lease. */
const ATTEMPT_MS = 60_000
/** Minutes after which a failed mail is tried again. */
const RETRY_MINUTES = [1, 4, 15, 60]

export interface WeeklyMailDeps {
  db: Db
  desk: Pick<TotalsDesk, 'whole'>
  /** undefined without a mail server */
  sendMail: SendMail | undefined
  /** links by which a person ends the mails to an address (RFC 8058) */
  unsubscribing: { headersFor(address: string): Record<string, string> }
  publicUrl: string | undefined
}

interface DueMail {
  user_id: string
  address: string
  attempts: number
  lease: string
}

/**
 * Sends the mails of the week that are due (specification 27.5). Each is leased before it is sent, and keeps its
 * Message-ID when a killed server's mail is sent again.
 */
export async function sendWeeklyMails(
  { db, desk, sendMail, unsubscribing, publicUrl }: WeeklyMailDeps,
  now: number,
  signal: AbortSignal,
): Promise<void> {
  if (!sendMail) return
  const monday = dueMonday(now)
  let mail: ReturnType<typeof weeklyMail> | undefined
  for (;;) {
    const due = await nextMail(db, monday, now)
    if (!due || signal.aborted) return
    mail ??= weeklyMail(await wholeWeek(desk, monday), totalsPeriod('week', addDays(monday, -7)), publicUrl)
    const taken = await takeMail(db, due, monday, now)
    if (!taken) continue
    try {
      const key = `totals-${monday}-${createHash('sha256').update(taken.user_id).digest('hex').slice(0, 16)}`
      const timed = AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)])
      const headers = unsubscribing.headersFor(taken.address)
      await sendMail({ ...mail, to: taken.address, key, headers }, timed)
      await endMail(db, taken, monday)
    } catch (error) {
      if (signal.aborted) return releaseMail(db, taken)
      await failMail(db, taken, monday, now, error)
    }
  }
}

/** @returns null without a day with own and competitors' prices */
async function wholeWeek(desk: WeeklyMailDeps['desk'], monday: string): Promise<TotalsReport | null> {
  const report = await desk.whole({
    kind: 'week',
    day: addDays(monday, -7),
    site: '',
    brand: '',
    city: '',
  })
  return report?.days.some(({ figures }) => figures !== null) ? report : null
}

/** Returns the next due mail of a person who has access and a linked address. */
function nextMail(db: Db, monday: string, now: number): Promise<DueMail | undefined> {
  return db.get<DueMail>(
    `SELECT m.user_id, l.address, m.attempts, m.lease FROM totals_mails m
     JOIN users u ON u.id = m.user_id AND u.disabled = 0
     JOIN links l ON l.user_id = m.user_id AND l.channel = 'mail'
     WHERE m.sent_week < ? AND m.due_at <= ? AND m.leased_until < ? ORDER BY m.user_id LIMIT 1`,
    monday,
    now,
    now,
  )
}

/** @returns undefined if another server was faster */
async function takeMail(
  db: Db,
  { user_id, address, attempts, lease: former }: DueMail,
  monday: string,
  now: number,
): Promise<DueMail | undefined> {
  const lease = randomUUID()
  const taken = await db.run(
    `UPDATE totals_mails SET lease = ?, leased_until = ?, attempts = attempts + 1
     WHERE user_id = ? AND lease = ? AND sent_week < ? AND leased_until < ?`,
    lease,
    now + LEASE_MS,
    user_id,
    former,
    monday,
    now,
  )
  return taken === 0 ? undefined : { user_id, address, attempts: attempts + 1, lease }
}

async function endMail(db: Pick<Db, 'run'>, { user_id, lease }: DueMail, monday: string): Promise<number> {
  return db.run(
    `UPDATE totals_mails SET sent_week = ?, attempts = 0, due_at = 0, lease = '', leased_until = 0
     WHERE user_id = ? AND lease = ?`,
    monday,
    user_id,
    lease,
  )
}

/** Resets a mail to its state before this attempt, because this server stops. */
async function releaseMail(db: Db, { user_id, attempts, lease }: DueMail): Promise<void> {
  await db.run(
    "UPDATE totals_mails SET attempts = ?, lease = '', leased_until = 0 WHERE user_id = ? AND lease = ?",
    attempts - 1,
    user_id,
    lease,
  )
}

/** Schedules a failed mail again, or gives it up for this week and notifies the person in the app. */
async function failMail(db: Db, mail: DueMail, monday: string, now: number, error: unknown): Promise<void> {
  const isFinal = error instanceof DeliveryError && (error.permanent || error.refused !== undefined)
  const minutes = isFinal ? undefined : RETRY_MINUTES[mail.attempts - 1]
  if (minutes !== undefined) {
    await db.run(
      "UPDATE totals_mails SET due_at = ?, lease = '', leased_until = 0 WHERE user_id = ? AND lease = ?",
      now + minutes * 60_000,
      mail.user_id,
      mail.lease,
    )
    return
  }
  await db.transaction(async (sql) => {
    if ((await endMail(sql, mail, monday)) === 0) return
    const words = isFinal ? 'почтовый сервер не принял письмо' : 'почтовый сервер не отвечает'
    await createNotice(sql, mail.user_id, 'Итоги', `Письмо с итогами недели не отправлено: ${words}.`)
  })
}

const DATE = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'UTC',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})
const dateText = (day: string): string => DATE.format(Date.parse(day))

/** Composes the mail of a week. */
function weeklyMail(report: TotalsReport | null, period: TotalsPeriod, publicUrl: string | undefined) {
  const { from, to } = period
  const dates = `${dateText(from)} – ${dateText(to)}`
  const where = publicUrl
    ? `Подробно: ${publicUrl}${ROUTES.totals}?period=week&day=${from}`
    : 'Подробно: страница «Итоги» в приложении.'
  const text = [
    `Итоги недели ${dates}`,
    '',
    ...(report ? figureLines(report) : ['Наших цен и цен конкурентов за эту неделю нет.']),
    '',
    where,
    'Чтобы писем больше не было, выключите на этой странице «Присылать на почту по понедельникам».',
    '',
  ].join('\n')
  const subject = `Итоги недели ${dates}`
  if (!report) return { subject, text }
  const content = Buffer.from(totalsXlsx(report))
  return { subject, text, attachment: { name: totalsFileName(period), type: XLSX_TYPE, content } }
}

function figureLines(report: TotalsReport): string[] {
  return [
    ...MEASURES.map((measure) => {
      const change = measureChange(measure, report)
      const value = measureText(measure, currentMeasure(measure, report))
      return `${MEASURE_WORDS[measure].name}: ${value}${change ? `, ${change.text}` : ''} (${measureBrief(measure, report)})`
    }),
    '',
    ...totalsNotes(report),
  ]
}
