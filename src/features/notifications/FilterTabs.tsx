import { type KeyboardEvent, useRef } from 'react'
import type { Notification } from '../../../contract/legacy/notifications.ts'
import { Badge } from '../../ui/Badge.tsx'
import './filter-tabs.css'

interface FilterTabsProps {
  chosen: ReadFilter
  unread: number
  /** id of the panel that the tabs control */
  panel: string
  onChoose(filter: ReadFilter): void
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, Home: 0, End: 0 }

/** Tabs that are switched by arrow keys; only the selected tab is in the tab order. */
export function FilterTabs({ chosen, unread, panel, onChoose }: FilterTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const go = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const count = READ_FILTER_NAMES.length
    const from = READ_FILTER_NAMES.indexOf(chosen)
    const to = step === 0 ? (event.key === 'Home' ? 0 : count - 1) : (from + step + count) % count
    const next = READ_FILTER_NAMES[to]
    if (next === undefined) return
    onChoose(next)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }
  return (
    <div ref={list} className="tabs" role="tablist" aria-label="Какие уведомления показать">
      {READ_FILTER_NAMES.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          className="tab"
          aria-selected={name === chosen}
          aria-controls={panel}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => onChoose(name)}
          onKeyDown={go}
        >
          {READ_FILTERS[name].label}
          {READ_FILTERS[name].counts && <Badge value={unread} />}
        </button>
      ))}
    </div>
  )
}

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

const READ_FILTER_NAMES = ['all', 'unread'] as const
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
