import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { closed } from '../../../contract/lib/schemas.ts'
import { XLSX_TYPE } from '../../../contract/spreadsheet/xlsx-parts.ts'
import {
  TOTALS_PATHS,
  TotalsAnswer,
  TotalsMailAnswer,
  TotalsQuery,
  type TotalsReport,
} from '../../../contract/totals/totals.ts'
import type { Db } from '../../platform/db/db.ts'
import { checkDay } from '../../platform/http/schemas.ts'
import { requireExactBodies } from '../../platform/http/validators.ts'
import { Refusal } from '../../platform/refusal.ts'
import { exported } from '../auth/http/audited-routes.ts'
import { type RequestGuard, userOf } from '../auth/http/guard.ts'
import { perPerson } from '../auth/http/rate-limit.ts'
import { mailSwitch, setMailSwitch } from './mail-switch.ts'
import type { TotalsChoice, TotalsDesk } from './totals-desk.ts'
import { totalsXlsx } from './totals-xlsx.ts'

export interface TotalsRoutes {
  db: Db
  desk: TotalsDesk
  guard: RequestGuard
  /** whether the server can send mails */
  canMail: boolean
}

const security = [{ bearer: [] }]

const choiceOf = ({ period = 'week', day, site = '', brand = '', city = '' }: TotalsQuery): TotalsChoice => ({
  kind: period,
  day: day ? checkDay(day) : null,
  site,
  brand,
  city,
})

/** Routes of the totals and of their weekly mail (specification 27.6). */
export const totalsRoutes: FastifyPluginAsyncTypebox<TotalsRoutes> = async (app, options) => {
  const { db, desk, guard, canMail } = options
  app.addHook('onRequest', guard)
  app.addHook('onClose', () => desk.stop())
  requireExactBodies(app)

  app.get(
    TOTALS_PATHS.totals,
    {
      // The page asks every second while days are being summed up.
      config: { rateLimit: perPerson(180) },
      schema: {
        summary: 'Итоги недели или месяца',
        security,
        querystring: TotalsQuery,
        response: { 200: TotalsAnswer },
      },
    },
    (request) => desk.answer(choiceOf(request.query)),
  )

  app.get(
    TOTALS_PATHS.file,
    {
      config: { rateLimit: perPerson(30), audited: exported },
      schema: {
        summary: 'Итоги недели или месяца: файл XLSX',
        security,
        querystring: TotalsQuery,
        response: {},
      },
    },
    async (request, reply) => {
      const { report, counting } = await desk.answer(choiceOf(request.query))
      if (counting) throw new Refusal(409, 'Итоги ещё считаются: повторите через минуту')
      if (!report) throw new Refusal(404, 'Цен пока нет')
      return reply
        .type(XLSX_TYPE)
        .header(
          'content-disposition',
          `attachment; filename="${totalsFileName(report.period)}"${filteredName(report)}`,
        )
        .send(Buffer.from(totalsXlsx(report)) as never)
    },
  )

  app.get(
    TOTALS_PATHS.mail,
    {
      config: { rateLimit: perPerson(60) },
      schema: {
        summary: 'Приходят ли итоги недели на почту',
        security,
        response: { 200: TotalsMailAnswer },
      },
    },
    (request) => mailSwitch(db, userOf(request).id, canMail),
  )

  app.post(
    TOTALS_PATHS.mail,
    {
      config: { rateLimit: perPerson(30) },
      schema: {
        summary: 'Присылать итоги недели на почту или больше не присылать',
        security,
        body: Type.Object({ on: Type.Boolean() }, closed),
        response: { 200: TotalsMailAnswer },
      },
    },
    async (request) => {
      const user = userOf(request).id
      await setMailSwitch(db, user, request.body.on, canMail)
      return mailSwitch(db, user, canMail)
    },
  )
}

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
