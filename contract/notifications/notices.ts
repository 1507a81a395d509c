import type { Notification } from '../legacy/notifications.ts'

/**
 * Titles of notices, which are notifications about something other than prices (specification 11.9). A notice has its
 * title in the field in which a price notification has the vehicle type.
 */
const NOTICE_TITLES = [
  'Безопасность',
  'Источники',
  'Страницы магазинов',
  'Выгрузки',
  'Правила',
  'Итоги',
  'Стратегии',
  'Состояние',
] as const
export type NoticeTitle = (typeof NOTICE_TITLES)[number]

const TITLES: ReadonlySet<string> = new Set(NOTICE_TITLES)

/** Returns whether a notification is a notice, which has neither table nor report. */
export const isNotice = ({ vehicle, site, percent }: Notification): boolean =>
  site === '' && percent === null && TITLES.has(vehicle)
