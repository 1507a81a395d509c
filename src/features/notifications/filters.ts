import type { Notification } from '../../../contract/legacy/notifications.ts'

interface Filter {
  label: string
  /** whether its tab shows the number of unread notifications */
  counts: boolean
  /** text if no notification matches */
  empty: string
  /** advice in that case */
  next: string
  lets(item: Notification): boolean
}

export const READ_FILTER_NAMES = ['all', 'unread'] as const
export type ReadFilter = (typeof READ_FILTER_NAMES)[number]

/** The two tabs (specification 3.8). */
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
