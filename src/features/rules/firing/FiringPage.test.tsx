// Specification 25.7

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { FiringAnswer, RulesAnswer } from '../../../../contract/rules/rule.ts'
import { cabinetServer, offering, refusal, visit } from '../../../../tests/support/cabinet.tsx'
import { stayInYear } from '../../../../tests/support/fixed-year.ts'
import { firingAnswer, ruleHit, rulesAnswer, watchRule } from '../../../../tests/support/rule-answers.ts'

stayInYear(2026)

const server = cabinetServer()

const ROOT = '/api/companion/rules'
let firing: FiringAnswer
let rules: RulesAnswer
beforeEach(() => {
  firing = firingAnswer()
  rules = rulesAnswer({ rules: [watchRule()] })
  server.use(
    offering('security', 'rules'),
    http.get(ROOT, () => HttpResponse.json(rules)),
    http.get(`${ROOT}/firings/9`, () => HttpResponse.json(firing)),
  )
})

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const rows = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

describe('page of a firing', () => {
  it('lists the tyres by their distance to the compared price, each linked to its card of that day', async () => {
    firing = firingAnswer({
      events: 1_200,
      hits: [
        ruleHit({ name: 'Новая', tyre: 'new', before: null, compared: null }),
        ruleHit({ name: 'Мало', before: null, after: 5_000 }),
        ruleHit({ name: 'Много', tyre: 'polar/1', after: 7_000, former: 'b.ru' }),
      ],
    })
    await visit('/profile/rules/firings/9')
    await screen.findByRole('heading', { name: 'Дешевле нас' })
    screen.getByText(/^1 200 событий · 27 ноя, .* · здесь 3 из них$/)
    expect(await rows()).toEqual([
      'Многоa.ruТомск5\u00a06007\u00a0000+25\u00a0%5\u00a0500+27,3\u00a0%b.ru27 ноя',
      'Малоa.ruТомск—5\u00a0000—5\u00a0500−9,1\u00a0%27 ноя',
      'Новаяa.ruТомск—5\u00a0200——27 ноя',
    ])
    expect(screen.getByRole('link', { name: 'Много' }).getAttribute('href')).toBe(
      `/tyre/polar%2F1?date=2026-11-27&city=${encodeURIComponent('Томск')}`,
    )
  })

  it('downloads the displayed events as CSV and XLSX without formulas', async () => {
    firing = firingAnswer({ hits: [ruleHit({ name: '=1+1' }), ruleHit({ site: 'b.ru', after: 4_000 })] })
    const files: { blob: Blob; name: string }[] = []
    let blob = new Blob()
    URL.createObjectURL = (one) => {
      blob = one as Blob
      return 'blob:hits'
    }
    URL.revokeObjectURL = () => {}
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push({ blob, name: this.download })
    })
    await visit('/profile/rules/firings/9')
    await press('Скачать')
    await press('Текст (CSV)')
    await press('Скачать')
    await press('Excel (XLSX)')
    expect(files.map(({ name }) => name.replace(/\d{4}-\d\d-\d\d/, 'day'))).toEqual([
      'Дешевле нас day.csv',
      'Дешевле нас day.xlsx',
    ])
    const text = await files[0]?.blob.text()
    expect(text?.replace('\ufeff', '').split('\r\n')).toEqual([
      'Шина;Сайт;Город;Было;Стало;"Изменение, %";Сравнили с;"Отличие, %";Прежний сайт;День',
      'Arktika Polar 195/65 R15;b.ru;Томск;5600;4000;-28,6;5500;-27,3;;27.11.2026',
      "'=1+1;a.ru;Томск;5600;5200;-7,1;5500;-5,5;;27.11.2026",
      '',
    ])
    expect(files[1]?.blob.size).toBeGreaterThan(1_000)
  })

  it('mutes its rule for a week', async () => {
    const sent: unknown[] = []
    server.use(
      http.post(`${ROOT}/1/mute`, async ({ request }) => {
        sent.push(await request.json())
        rules = rulesAnswer({ rules: [watchRule({ muted_until: '2026-12-04T05:30:00Z' })] })
        return HttpResponse.json({ message: 'ok' })
      }),
    )
    await visit('/profile/rules/firings/9')
    await press('Заглушить на неделю')
    await screen.findByRole('button', { name: 'Снова уведомлять' })
    screen.getByText(/^«Дешевле нас» молчит для вас до 4 дек, /)
    expect(sent).toEqual([{ muted: true }])
  })

  it('shows what is left where the rule or its events are removed', async () => {
    firing = firingAnswer({ rule: null, hits: [] })
    await visit('/profile/rules/firings/9')
    await screen.findByRole('heading', { name: 'Дешевле нас' })
    await screen.findByText('Правила больше нет, его события остались.')
    screen.getByText(/хранятся 90 дней/)
    expect(screen.queryByRole('button', { name: 'Скачать' })).toBeNull()
    expect(screen.queryByRole('button', { name: /Заглушить/ })).toBeNull()
  })

  it('shows a hundred rows at first', async () => {
    firing = firingAnswer({
      events: 150,
      hits: Array.from({ length: 150 }, (_, at) => ruleHit({ tyre: `t${at}` })),
    })
    await visit('/profile/rules/firings/9')
    expect(await rows()).toHaveLength(100)
    await press('Показать все 150')
    expect(await rows()).toHaveLength(150)
  })

  it('reports a refusal with a way to retry', async () => {
    server.use(http.get(`${ROOT}/firings/9`, () => refusal('Это уведомление не ваше.', 403)))
    await visit('/profile/rules/firings/9')
    await screen.findByText('Это уведомление не ваше.')
    server.use(http.get(`${ROOT}/firings/9`, () => HttpResponse.json(firing)))
    await press('Повторить')
    await waitFor(async () => expect(await rows()).toHaveLength(1))
  })
})
