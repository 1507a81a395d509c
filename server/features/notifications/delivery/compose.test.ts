// Specification 10.16, 10.17, 25.8

import { describe, expect, it } from 'vitest'
import { composeSubject, composeText, messageKey } from './compose.ts'
import type { NotificationText } from './message.ts'

const notification = (over: Partial<NotificationText> = {}): NotificationText => ({
  vehicle_type: 'Легковая',
  host: 'site.ru',
  percent: -12.5,
  body: 'Подорожало: 0, подешевело: 1.\nШина А: 100 ₽ → 88 ₽ (-12,5 %)',
  ...over,
})
const many = (n: number, over: Partial<NotificationText> = {}) =>
  Array.from({ length: n }, (_, i) => notification({ host: `site-${i}.ru`, ...over }))

describe('the text of a message', () => {
  it('names type, site and percent, then the body', () => {
    expect(composeText([notification()], 4096)).toBe(
      'Легковая · site.ru, −12,5 %\nПодорожало: 0, подешевело: 1.\nШина А: 100 ₽ → 88 ₽ (-12,5 %)',
    )
    expect(composeText([notification({ vehicle_type: '', percent: 20 })], 4096)).toMatch(
      /^site\.ru, \+20,0 %\n/,
    )
  })

  it('joins several notifications and a footer', () => {
    const text = composeText([notification(), notification({ host: 'b.ru' })], 4096, 'Все: https://x.ru')
    expect(text.split('\n\n').map((part) => part.split('\n')[0])).toEqual([
      'Легковая · site.ru, −12,5 %',
      'Легковая · b.ru, −12,5 %',
      'Все: https://x.ru',
    ])
  })

  it('names the rule, what it found, and where to see exactly that', () => {
    const rule = notification({
      vehicle_type: 'Правила',
      host: null,
      percent: 0,
      body: 'Правило «Зима»: 2 события, b.ru за 28.11.2026.\nШина А: 100 ₽\nШина Б: 88 ₽',
      found: '/profile/rules/firings/7',
    })
    const title = 'Правило «Зима»: 2 события, b.ru за 28.11.2026'
    expect(composeSubject([rule])).toBe(title)
    expect(composeText([rule], 4096, '', 'https://x.ru')).toBe(
      `${title}\nШина А: 100 ₽\nШина Б: 88 ₽\nОткрыть шины: https://x.ru/profile/rules/firings/7`,
    )
    expect(composeText([rule], 4096)).toBe(`${title}\nШина А: 100 ₽\nШина Б: 88 ₽`)
    expect(
      composeText(new Array(3).fill(rule), 4096, '', 'https://x.ru').match(/Открыть шины/g),
    ).toHaveLength(3)
    const brief = composeText(new Array(40).fill(rule), 4096, '', 'https://x.ru')
    expect(brief.length).toBeLessThanOrEqual(4096)
    expect(brief.match(/Правило «Зима»/g)?.length).toBeGreaterThan(20)
  })

  it('shortens each rather than leaving some out', () => {
    const brief = composeText(many(50, { body: `Подорожало: 1.\n${'x'.repeat(200)}` }), 4096)
    expect(brief.length).toBeLessThanOrEqual(4096)
    expect(brief.match(/Подорожало: 1\./g)).toHaveLength(50)
    expect(brief).not.toContain('xxx')
    const titles = composeText(many(100), 4096)
    expect(titles.match(/Легковая · site-\d+\.ru, −12,5 %/g)).toHaveLength(100)
    expect(titles).not.toContain('Подорожало')
  })

  it('says how many are left out when not even the titles fit', () => {
    const text = composeText(many(1_000), 4096, 'Все: https://x.ru')
    expect(text.length).toBeLessThanOrEqual(4096)
    const told = text.match(/site-\d+/g)?.length ?? 0
    expect(told).toBeGreaterThan(100)
    expect(text).toContain(`\n\nи ещё ${1_000 - told}\n\nВсе: https://x.ru`)
  })

  it('fits with names of any length', () => {
    const text = composeText(
      [notification({ host: '🛞'.repeat(3_000), vehicle_type: 'я'.repeat(9_000), body: 'x'.repeat(9_000) })],
      4096,
    )
    expect(text.length).toBeLessThanOrEqual(4096)
    expect(text.isWellFormed()).toBe(true)
  })

  it('keeps markup as it is and removes control characters', () => {
    const text = composeText(
      [notification({ host: 'a\r\nb.ru', body: '<b>5</b> & 3\u0000\u0007\r\nдва' })],
      4096,
    )
    expect(text).toBe('Легковая · a b.ru, −12,5 %\n<b>5</b> & 3\nдва')
  })
})

describe('the subject', () => {
  it('is the title of a single notification, or the number of several', () => {
    expect(composeSubject([notification()])).toBe('Изменение цен: Легковая · site.ru, −12,5 %')
    expect(composeSubject(many(2))).toBe('Изменение цен: 2 уведомления')
    expect(composeSubject(many(21))).toBe('Изменение цен: 21 уведомление')
    expect(composeSubject(many(50))).toBe('Изменение цен: 50 уведомлений')
  })

  it('is a single line, whatever the name of the site', () => {
    expect(composeSubject([notification({ host: 'a.ru\r\nBcc: x@y.ru' })])).not.toMatch(/[\r\n]/)
  })
})

describe('the key', () => {
  it('is the same only for the same rows', () => {
    const key = messageKey('u', 'mail', [1, 2])
    expect(messageKey('u', 'mail', [1, 2])).toBe(key)
    const others = [
      messageKey('u', 'mail', [12]),
      messageKey('u', 'telegram', [1, 2]),
      messageKey('v', 'mail', [1, 2]),
    ]
    expect(new Set([key, ...others])).toHaveLength(4)
  })
})
