import { declareCalls } from '../lib/call.ts'
import { BelowAnswer, BelowFileQuery, BelowQuery, TyreBelowQuery, TyreBelowRrp } from './below.ts'

/** Calls about who sells below the recommended price (specification 26.8, 26.9 and 26.10). */
export const BELOW_CALLS = declareCalls(
  '/api/companion/recommended',
  { by: 'user', perMinute: 240 },
  {
    page: { get: '/below', summary: 'Кто продаёт ниже РРЦ', query: BelowQuery, answer: BelowAnswer },
    file: {
      get: '/below/file',
      perMinute: 20,
      file: true,
      summary: 'Кто продаёт ниже РРЦ: файл со всеми ценами и временем их загрузки',
      query: BelowFileQuery,
    },
    tyre: {
      get: '/tyre',
      summary: 'РРЦ шины и кто продаёт её дешевле',
      query: TyreBelowQuery,
      answer: TyreBelowRrp,
    },
  },
)
