import type { Notification } from '../../../contract/read/notifications.ts'

interface Filter {
  label: string
  /** whether its tab carries the number of unread notifications */
  counts: boolean
  /** shown when it lets nothing through */
  empty: string
  lets(item: Notification): boolean
}

export const FILTER_NAMES = ['all', 'unread'] as const
export type FilterName = (typeof FILTER_NAMES)[number]

/** Specification 3.8: the two tabs. */
export const FILTERS: Readonly<Record<FilterName, Filter>> = {
  all: { label: 'Все', counts: false, empty: 'Уведомлений нет.', lets: () => true },
  unread: {
    label: 'Непрочитанные',
    counts: true,
    empty: 'Непрочитанных уведомлений нет.',
    lets: ({ unread }) => unread,
  },
}
