import type { Notification } from '../../../contract/legacy/notifications.ts'

interface Filter {
  label: string
  /** whether the tab displays the number of unread notifications */
  counts: boolean
  /** message if the filter leaves no notifications */
  empty: string
  /** advice below that message */
  next: string
  lets(item: Notification): boolean
}

export const READ_FILTER_NAMES = ['all', 'unread'] as const
export type ReadFilter = (typeof READ_FILTER_NAMES)[number]

/** Filters of the two tabs (specification 3.8). */
export const READ_FILTERS: Readonly<Record<ReadFilter, Filter>> = {
  all: {
    label: 'Все',
    counts: false,
    empty: 'Уведомлений нет.',
    next: 'Они появятся, когда цены изменятся больше вашего порога. Получать их на этом устройстве можно, включив push в «Профиле».',
    lets: () => true,
  },
  unread: {
    label: 'Непрочитанные',
    counts: true,
    empty: 'Непрочитанных уведомлений нет.',
    next: 'Прочитанные — на вкладке «Все».',
    lets: ({ unread }) => unread,
  },
}
