import { createHash } from 'node:crypto'
import { addDays } from '../../../contract/lib/dates.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { XLSX_TYPE } from '../../../contract/spreadsheet/xlsx-parts.ts'
import {
  currentMeasureValue,
  MEASURE_WORDS,
  MEASURES,
  measureBrief,
  measureChange,
  measureText,
} from '../../../contract/totals/measures.ts'
import { type TotalsPeriod, type TotalsReport, totalsPeriod } from '../../../contract/totals/totals.ts'
import { totalsNotes } from '../../../contract/totals/words.ts'
import type { Db } from '../../platform/db/db.ts'
import { createLeases, type LeasedRow, retryMinutes } from '../../platform/db/leases.ts'
import { part } from '../../platform/db/statement.ts'
import { MAIL_ADDRESSES } from '../notifications/channels/mail/address.ts'
import type { SendMail } from '../notifications/channels/mail/sender.ts'
import { DeliveryError } from '../notifications/delivery/channel.ts'
import { createNotice } from '../notifications/delivery/notices.ts'
import { dueMonday, totalsFileName } from './totals-routes.ts'
import type { TotalsService } from './totals-service.ts'
import { totalsXlsx } from './totals-xlsx.ts'

const { take, end, release } = createLeases<DueMail>({
  ...{ table: 'totals_mails', key: 'user_id', leaseMs: 5 * 60_000, hasState: false },
})
/** Maximum time of one attempt in ms, shorter than its lease. */
const ATTEMPT_MS = 60_000
export interface WeeklyMailDeps {
  db: Db
  desk: Pick<TotalsService, 'whole'>
  /** undefined without a mail server */
  sendMail: SendMail | undefined
  /** links by which a person ends the mails to an address (RFC 8058) */
  unsubscribing: { headersFor(address: string): Record<string, string> }
  publicUrl: string | undefined
}

interface DueMail extends LeasedRow {
  user_id: string
  address: string
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
    const taken = await take(db, due, now, isDue(monday, now))
    if (!taken) continue
    try {
      const key = `totals-${monday}-${createHash('sha256').update(taken.user_id).digest('hex').slice(0, 16)}`
      const timed = AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)])
      const headers = unsubscribing.headersFor(taken.address)
      await sendMail({ ...mail, to: taken.address, key, headers }, timed)
      await end(db, taken, sentIn(monday))
    } catch (error) {
      if (signal.aborted) return release(db, taken)
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

const isDue = (monday: string, now: number) =>
  part`sent_week < ${monday} AND due_at <= ${now} AND leased_until < ${now}`

const sentIn = (monday: string) => ({ sent_week: monday, attempts: 0, due_at: 0 })

/** Returns the next due mail of a person who has access and a linked address. */
function nextMail(db: Db, monday: string, now: number): Promise<DueMail | undefined> {
  return db.get<DueMail>`
    SELECT m.user_id, l.address, m.attempts, m.lease FROM totals_mails m
    JOIN users u ON u.id = m.user_id AND u.disabled = 0
    JOIN ${MAIL_ADDRESSES} l ON l.user_id = m.user_id
    WHERE ${isDue(monday, now)} ORDER BY m.user_id LIMIT 1`
}

/** Schedules a failed mail again, or gives it up for this week and notifies the person in the app. */
async function failMail(db: Db, mail: DueMail, monday: string, now: number, error: unknown): Promise<void> {
  const isFinal = error instanceof DeliveryError && (error.permanent || error.refused !== undefined)
  const minutes = isFinal ? undefined : retryMinutes(mail.attempts)
  if (minutes !== undefined) {
    await end(db, mail, { due_at: now + minutes * 60_000 })
    return
  }
  await db.transaction(async (sql) => {
    if (!(await end(sql, mail, sentIn(monday)))) return
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
      const value = measureText(measure, currentMeasureValue(measure, report))
      return `${MEASURE_WORDS[measure].name}: ${value}${change ? `, ${change.text}` : ''} (${measureBrief(measure, report)})`
    }),
    '',
    ...totalsNotes(report),
  ]
}
