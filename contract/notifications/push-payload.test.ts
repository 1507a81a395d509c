// Specification 9.6

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../tests/support/extent.ts'
import { changesPath } from '../reports/changes-path.ts'
import {
  buildPushPayload,
  MAX_PUSH_BYTES,
  type PushMessage,
  type PushPayload,
  utf8Length,
} from './push-payload.ts'
import { readPushPayload } from './push-payload-reader.ts'

const ORIGIN = 'https://prices.example.ru'
const MESSAGE: PushMessage = {
  origin: ORIGIN,
  title: 'Легковые · 4tochki.ru, −12,5 %',
  body: 'Подорожало: 3, подешевело: 5.',
  tag: 'price-change 2026-11-21 4tochki.ru Легковая',
  ids: [7],
  path: '/profile/notifications?id=7',
  report: changesPath('2026-11-21', { site: '4tochki.ru', vehicle: 'Легковая' }),
  unread: 4,
}

const read = (text: string) => readPushPayload(text, ORIGIN)
const build = (over: Partial<PushMessage> = {}, maxBytes?: number) =>
  buildPushPayload({ ...MESSAGE, ...over }, maxBytes)
const parsed = (text: string) => JSON.parse(text) as PushPayload
const bytes = (text: string) => Buffer.byteLength(text)
const anyText = fc.string({ unit: 'binary', maxLength: 3_000, size: 'max' })

describe('a push payload', () => {
  it('is a Declarative Web Push message', () => {
    expect(parsed(build())).toEqual({
      web_push: 8030,
      notification: {
        title: MESSAGE.title,
        body: MESSAGE.body,
        navigate: `${ORIGIN}/profile/notifications?id=7`,
        lang: 'ru',
        dir: 'ltr',
        tag: MESSAGE.tag,
        icon: `${ORIGIN}/icons/icon-192.png`,
        silent: false,
        app_badge: '4',
        data: { ids: [7], path: MESSAGE.path, report: MESSAGE.report },
      },
      app_badge: 4,
    })
  })

  it('links to the report with that site, type and date', () => {
    const url = new URL(ORIGIN + MESSAGE.report)
    expect(url.pathname).toBe('/export/price-changes')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      date: '2026-11-21',
      site: '4tochki.ru',
      vehicle: 'Легковая',
    })
    expect(changesPath('2026-11-21', { site: 's.ru', vehicle: '' })).toBe(
      '/export/price-changes?date=2026-11-21&site=s.ru',
    )
  })

  it('reads back as written', () => {
    expect(read(build())).toEqual({
      title: MESSAGE.title,
      body: MESSAGE.body,
      tag: MESSAGE.tag,
      path: MESSAGE.path,
      report: MESSAGE.report,
      mute: false,
      ids: ['7'],
      badge: 4,
      test: null,
    })
    expect(read(build({ test: 'nonce' })).test).toBe('nonce')
  })

  it('shortens a long body at a character boundary, and changes nothing else', () => {
    const family = '👨‍👩‍👧‍👦'
    const { body, title } = parsed(build({ body: family.repeat(1_000) })).notification
    expect(body).toMatch(/…$/)
    expect(body.slice(0, -1).replaceAll(family, '')).toBe('')
    expect(title).toBe(MESSAGE.title)
    expect(bytes(build({ body: 'ы'.repeat(5_000) }))).toBeGreaterThan(MAX_PUSH_BYTES - 3)
  })

  it('drops the report link and then the title if there is no room', () => {
    const least = bytes(build({ body: '' }))
    expect(read(build({}, least - 1))).toMatchObject({ report: null, title: MESSAGE.title })
    const short = read(build({ title: 'я'.repeat(200), body: '' }, 500))
    expect(short).toMatchObject({ report: null, body: '', path: MESSAGE.path })
    expect(short.title).toMatch(/^я+…$/)
  })

  it('names at most a hundred ids', () => {
    const ids = Array.from({ length: 500 }, (_, id) => id)
    expect(read(build({ ids })).ids).toHaveLength(100)
  })

  it('fits and is valid for any message', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.integer({ min: 600, max: MAX_PUSH_BYTES }), (title, body, max) => {
        const text = build({ title, body }, max)
        expect(bytes(text)).toBeLessThanOrEqual(max)
        expect(utf8Length(text)).toBe(bytes(text))
        const { notification } = parsed(text)
        expect(notification.title.isWellFormed() && notification.body.isWellFormed()).toBe(true)
        expect(new URL(notification.navigate).origin).toBe(ORIGIN)
        expect(read(text)).toMatchObject({ ids: ['7'], path: MESSAGE.path, badge: 4 })
      }),
      { numRuns: runs(200) },
    )
  })
})
