// Specification 7.18

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../tests/support/extent.ts'
import { readPushPayload } from './push-payload-reader.ts'

const ORIGIN = 'https://prices.example.ru'
const LIST = '/profile/notifications'
const PLAIN = {
  title: 'Мониторинг цен на шины',
  tag: '',
  path: LIST,
  report: null,
  mute: false,
  ids: [],
  badge: null,
  test: null,
}

const read = (value: unknown) =>
  readPushPayload(typeof value === 'string' ? value : JSON.stringify(value), ORIGIN)

describe('any push payload', () => {
  it.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['broken JSON', '{"title":"При'],
    ['a list', '[1,2]'],
    ['null', 'null'],
    ['an empty object', '{}'],
    ['other types', { title: 5, body: {}, notification: [] }],
  ])('%s says that there is something new', (_, value) => {
    expect(read(value)).toEqual({ ...PLAIN, body: 'Есть новые уведомления.' })
  })

  it('{title, body} of an older server', () => {
    expect(read({ title: 'Цены', body: 'Подорожало: 1' })).toEqual({
      ...PLAIN,
      title: 'Цены',
      body: 'Подорожало: 1',
    })
    expect(read({ title: 'Цены' })).toMatchObject({ title: 'Цены', body: '' })
  })

  it.each([
    ['bare', 'Цены изменились'],
    ['as a JSON string', '"Цены изменились"'],
  ])('plain text, %s', (_, text) => {
    expect(read(text)).toEqual({ ...PLAIN, body: 'Цены изменились' })
  })

  it('HTML remains plain text', () => {
    const html = '<img src=x onerror=alert(1)>'
    expect(read({ title: html, body: html })).toMatchObject({ title: html, body: html })
    expect(read(html)).toMatchObject({ body: html })
  })

  it('cleans control characters and limits the length', () => {
    const { title, body } = read({ title: 'a\u0000\nb', body: `1\r\n2\u0007${'я'.repeat(9_000)}` })
    expect(title).toBe('a b')
    expect(body).toMatch(/^1\n2я{1997}…$/)
  })

  it.each([`${ORIGIN}/export/retail`, '/export/retail'])('a link into the app is kept: %s', (navigate) => {
    expect(read({ notification: { title: 'x', navigate } }).path).toBe('/export/retail')
    expect(read({ title: 'x', url: navigate }).path).toBe('/export/retail')
    expect(read({ title: 'x', data: { url: navigate } }).path).toBe('/export/retail')
  })

  it.each([
    'https://evil.example/profile',
    `${ORIGIN}.evil.example/`,
    `${ORIGIN}@evil.example/`,
    'http://prices.example.ru/',
    '//evil.example/',
    '/profile/../api/x',
    '/profile/%2e%2E/api/x',
    '/profile/./../user/x',
    `${ORIGIN}/profile/..`,
    '/\\evil.example/',
    '/a\\b',
    '/a b',
    '/\tevil',
    'javascript:alert(1)',
    'data:text/html,x',
    'profile',
    '',
    `/${'x'.repeat(3_000)}`,
    '/api/notifications/getNotifications',
    '/auth/logout',
    '/sw.js',
    5,
  ])('a link that leads elsewhere is dropped: %s', (link) => {
    const notice = read({
      notification: { title: 'x', navigate: link, url: link, data: { path: link, url: link, report: link } },
    })
    expect(notice).toMatchObject({ title: 'x', path: LIST, report: null })
  })

  it('one notification without a valid link is opened by its id', () => {
    expect(read({ title: 'x', data: { ids: [5], path: 'https://evil.example/' } }).path).toBe(`${LIST}?id=5`)
    expect(read({ title: 'x', data: { ids: ['5', -1, 1.5, {}, '../6', null, 8] } }).ids).toEqual(['5', '8'])
  })

  it.each([
    ['one notification of a rule', { ids: [5], mute: true }, true],
    ['several notifications', { ids: [5, 6], mute: true }, false],
    ['no notification', { mute: true }, false],
    ['another notification', { ids: [5] }, false],
    ['a word instead of true', { ids: [5], mute: 'true' }, false],
  ])('offers to mute a rule for %s: %j', (_, data, mute) => {
    expect(read({ title: 'x', data }).mute).toBe(mute)
  })

  it.each([
    [{ app_badge: 0 }, 0],
    [{ notification: { app_badge: '12' } }, 12],
    [{ notification: { app_badge: 7 } }, 7],
    [{ app_badge: -1 }, null],
    [{ app_badge: '1e3' }, null],
    [{ app_badge: {} }, null],
  ])('the badge of %j is %s', (message, badge) => {
    expect(read(message).badge).toBe(badge)
  })

  it('always gives something to show, and never leaves the app', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc
        .record({
          notification: fc.dictionary(
            fc.constantFrom('title', 'body', 'navigate', 'data', 'tag'),
            fc.jsonValue(),
          ),
        })
        .map((value) => JSON.stringify(value)),
    )
    fc.assert(
      fc.property(anything, (text) => {
        const notice = read(text)
        expect(notice.title.trim()).not.toBe('')
        expect(new URL(notice.path, ORIGIN).origin).toBe(ORIGIN)
      }),
      { numRuns: runs(500) },
    )
  })
})
