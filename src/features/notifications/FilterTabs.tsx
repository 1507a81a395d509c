import { type KeyboardEvent, useRef } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { READ_FILTER_NAMES, READ_FILTERS, type ReadFilter } from './filters.ts'
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
