import { Type } from 'typebox'
import { declareCalls } from '../lib/call.ts'
import { closed } from '../lib/schemas.ts'
import { TotalsAnswer, TotalsMailAnswer, TotalsQuery } from './totals.ts'

/** Calls about the totals and their weekly mail (specification 27.6). */
export const TOTALS_CALLS = declareCalls(
  '/api/companion/totals',
  { by: 'user', perMinute: 30, storable: true },
  {
    totals: {
      get: '',
      // The page asks every second while days are being summed up.
      perMinute: 180,
      summary: 'Итоги недели или месяца',
      query: TotalsQuery,
      answer: TotalsAnswer,
    },
    file: { get: '/file', file: true, summary: 'Итоги недели или месяца: файл XLSX', query: TotalsQuery },
    mail: {
      get: '/mail',
      perMinute: 60,
      summary: 'Приходят ли итоги недели на почту',
      answer: TotalsMailAnswer,
    },
    switchMail: {
      post: '/mail',
      summary: 'Присылать итоги недели на почту или больше не присылать',
      body: Type.Object({ on: Type.Boolean() }, closed),
      answer: TotalsMailAnswer,
    },
  },
)
