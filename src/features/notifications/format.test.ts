// Specification 3.9

import { expect, it } from 'vitest'
import { formatNoticeDay, formatPercent, formatTime } from './notification-text.ts'

it.each([
  [12.5, '+12,5\u00a0%'],
  [-12.5, '\u221212,5\u00a0%'],
  [0, '0\u00a0%'],
  [0.004, '0\u00a0%'],
  [1234.567, '+1\u00a0234,57\u00a0%'],
])('formatPercent(%d) is %j', (percent, text) => {
  expect(formatPercent(percent)).toBe(text)
})

it.each([
  [new Date(2026, 3, 18, 9, 5).toISOString(), '18.04.2026, 09:05'],
  ['2026-04-18', '18.04.2026'],
  ['2026-13-45', '2026-13-45'],
  ['2026-13-45T08:30:00Z', '2026-13-45T08:30:00Z'],
  ['вчера', 'вчера'],
])('formatTime(%j) is %j', (time, text) => {
  expect(formatTime(time)).toBe(text)
})

it.each([
  ['2026-04-18', 'Сегодня, 18 апреля 2026 г.'],
  ['2026-04-17', 'Вчера, 17 апреля 2026 г.'],
  ['2026-04-16', '16 апреля 2026 г.'],
  ['2026-04-19', '19 апреля 2026 г.'],
  ['на днях', 'на днях'],
])('formatDay(%j) is %j', (day, text) => {
  expect(formatNoticeDay(day, new Date(2026, 3, 18, 9, 5)).replace(/\s/g, ' ')).toBe(text)
})
