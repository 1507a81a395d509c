import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { addDays, dayNumber, isIsoDate, isoToday } from '../../../../contract/lib/dates.ts'
import { Icon } from '../../../ui/Icon.tsx'
import './day-calendar.css'

export interface DayCalendarProps {
  /** chosen day, or the invalid text of the field */
  day: string
  /** if no day is chosen, the calendar opens in the month of this day */
  near: string | undefined
  /** days that have prices, newest first */
  days: readonly string[]
  onChoose(day: string): void
}

const WEEKDAYS = [
  ['Пн', 'понедельник'],
  ['Вт', 'вторник'],
  ['Ср', 'среда'],
  ['Чт', 'четверг'],
  ['Пт', 'пятница'],
  ['Сб', 'суббота'],
  ['Вс', 'воскресенье'],
] as const

const monthFormat = new Intl.DateTimeFormat('ru-RU', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const dayFormat = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** Calendar of a month that marks the days with prices; only these days can be chosen (specification 4.28). */
export function DayCalendar({ day, near = '', days, onChoose }: DayCalendarProps) {
  const priced = new Set(days)
  const [current, setCurrent] = useState(() => [day, near].find(isIsoDate) ?? days[0] ?? isoToday())
  const grid = useRef<HTMLTableElement>(null)
  const byKey = useRef(true)
  const month = monthOf(current)

  // Focuses the current day when the calendar opens and after each move by key.
  useLayoutEffect(() => {
    if (byKey.current) grid.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus()
    byKey.current = false
  }, [current])

  const onKey = (event: KeyboardEvent) => {
    const next = dayAfterKey(current, event.key)
    if (!next) return
    event.preventDefault()
    byKey.current = true
    setCurrent(next)
  }
  const last = monthOf(days[0] ?? current)
  const first = monthOf(days.at(-1) ?? current)
  const turn = (label: string, by: -1 | 1, isEnd: boolean) => (
    <button
      type="button"
      className={by > 0 ? 'icon-button calendar-next' : 'icon-button'}
      aria-label={label}
      aria-disabled={isEnd}
      onClick={() => !isEnd && setCurrent(addMonths(current, by))}
    >
      <Icon name="back" />
    </button>
  )

  return (
    <div className="calendar">
      <div className="calendar-head flex items-center justify-between font-semibold">
        {turn('Предыдущий месяц', -1, month <= first)}
        <span aria-live="polite">{monthFormat.format(new Date(`${month}-01`))}</span>
        {turn('Следующий месяц', 1, month >= last)}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: WAI-ARIA's date picker */}
      <table ref={grid} role="grid" aria-label="Дни с ценами" onKeyDown={onKey}>
        <thead>
          <tr>
            {WEEKDAYS.map(([short, long]) => (
              <th key={short} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((one) => one !== null)}>
              {week.map((one, i) => (
                <td key={one ?? WEEKDAYS[i]?.[0]}>
                  {one !== null && (
                    <button
                      type="button"
                      data-day={one}
                      data-priced={priced.has(one)}
                      tabIndex={one === current ? 0 : -1}
                      aria-label={`${dayFormat.format(new Date(one))}, ${priced.has(one) ? 'есть цены' : 'цен нет'}`}
                      aria-current={one === day ? 'date' : undefined}
                      aria-disabled={!priced.has(one)}
                      onClick={() => priced.has(one) && onChoose(one)}
                    >
                      {Number(one.slice(-2))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

// Days (YYYY-MM-DD) and months (YYYY-MM) are calculated in UTC, so that no time zone shifts them.

const WEEK = 7

export const monthOf = (day: string): string => day.slice(0, 7)

/** Returns the same day of the month that is `months` later, or the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const date = new Date(day)
  const wanted = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(wanted, length))
  return date.toISOString().slice(0, 10)
}

/** Returns the day of the week, 0 for Monday. */
const weekday = (day: string): number => (new Date(day).getUTCDay() + WEEK - 1) % WEEK

/** Returns the weeks of a month, Monday first; days of other months are null. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const length = dayNumber(addMonths(first, 1)) - dayNumber(first)
  const cells = [
    ...Array<null>(weekday(first)).fill(null),
    ...Array.from({ length }, (_, i) => addDays(first, i)),
  ]
  while (cells.length % WEEK !== 0) cells.push(null)
  return Array.from({ length: cells.length / WEEK }, (_, week) => cells.slice(week * WEEK, (week + 1) * WEEK))
}

/** Returns the day to which a key moves the focus (WAI-ARIA date picker); undefined for other keys. */
export function dayAfterKey(day: string, key: string): string | undefined {
  return MOVES[key]?.(day)
}

const MOVES: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -WEEK),
  ArrowDown: (day) => addDays(day, WEEK),
  Home: (day) => addDays(day, -weekday(day)),
  End: (day) => addDays(day, WEEK - 1 - weekday(day)),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
}
