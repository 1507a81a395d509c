import type { Notification } from '../legacy/notifications.ts'

/** Titles of what people are told about beside prices, where price news say the vehicle type (specification 11.9). */
const NOTICE_TITLES = ['Безопасность', 'Источники'] as const
export type NoticeTitle = (typeof NOTICE_TITLES)[number]

const TITLES: ReadonlySet<string> = new Set(NOTICE_TITLES)

/** Whether a notification concerns no prices: it then has neither table nor report. */
export const isNotice = ({ vehicle, site, percent }: Notification): boolean =>
  site === '' && percent === null && TITLES.has(vehicle)
