import { fireEvent, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { stayInYear } from '../../../tests/support/fixed-year.ts'
import type { Line } from '../../../tests/support/prices.ts'
import { open, pricesServer, select } from '../../../tests/support/prices-app.tsx'
import { DAY } from '../../../tests/support/sample-prices.ts'

stayInYear(2026)

const server = pricesServer()
const HISTORY = '/api/companion/tyres/T2/history'

const section = async () => within(await screen.findByRole('region', { name: 'История цен' }))

describe('HistorySection (specification 15.5)', () => {
  it('shows a single day, and says that a kind of price never was', async () => {
    await server.importPrices({
      site: 'h1.ru',
      day: '2026-01-20',
      lines: [
        [
          { article: 'H2', brand: 'Zorki' },
          { city: 'Омск', retail: 5000, stock: 4 },
        ],
      ],
    })
    await open('/tyre/H2?date=2026-01-20')
    const history = await section()
    expect(await history.findByText(/^Медиана: 20 янв — 5.000 ₽\.$/)).toBeVisible()
    fireEvent.click(history.getByRole('radio', { name: 'Оптовая' }))
    expect(await history.findByText('Таких цен за всё время не было.')).toBeVisible()
  })

  it('shows an error, and tries again', async () => {
    server.use(http.get(HISTORY, () => HttpResponse.html('<!doctype html>'), { once: true }))
    await open(`/tyre/T2?date=${DAY}`)
    const history = await section()
    expect(await history.findByText('Не удалось загрузить историю цен.', { exact: false })).toBeVisible()
    fireEvent.click(history.getByRole('button', { name: 'Повторить' }))
    expect(await history.findByText(/^Наша цена: 17 апр — нет, 18 апр — 1.302 ₽\.$/)).toBeVisible()
  })

  it('says two days in a sentence for each line, with all sites as a table', async () => {
    const price = (article: string, retail: number): Line => [
      { article, brand: 'Zorki' },
      { retail, stock: 4 },
    ]
    await server.importPrices({ site: 'daikon.ru', day: '2026-03-16', lines: [price('TWOD1', 4500)] })
    await server.importPrices({ site: 'two1.ru', day: '2026-03-16', lines: [price('TWOD1', 4900)] })
    await server.importPrices({ site: 'daikon.ru', day: '2026-03-17', lines: [price('TWOD1', 4700)] })
    await server.importPrices({ site: 'two1.ru', day: '2026-03-17', lines: [price('TWOD1', 4700)] })
    await open('/tyre/TWOD1?date=2026-03-17')
    const history = await section()
    expect(
      await history.findByText(/^Наша цена: 16 мар — 4.500 ₽, 17 мар — 4.700 ₽ \(\+4,4 %\)\.$/),
    ).toBeVisible()
    expect(history.getByText(/^Медиана: 16 мар — 4.700 ₽, 17 мар — без изменений\.$/)).toBeVisible()
    expect(history.queryByRole('group', { name: /^График цен/ })).toBeNull()
    fireEvent.click(history.getByText('Таблицей'))
    const table = within(await history.findByRole('region', { name: 'Цены по дням' }))
    expect(table.getByRole('row', { name: /^16 мар/ })).toHaveTextContent('4 900')
  })

  it('draws a chart of three days, and says when the tyre was out of stock', async () => {
    for (const [day, retail, stock] of [
      ['2026-03-01', 5000, 4],
      ['2026-03-02', 5000, 0],
      ['2026-03-03', 5100, 0],
      ['2026-03-04', 5100, 4],
    ] as const)
      await server.importPrices({
        site: 'daikon.ru',
        day,
        lines: [
          [
            { article: 'OUT1', brand: 'Zorki' },
            { retail, stock },
          ],
        ],
      })
    await open('/tyre/OUT1?date=2026-03-04')
    const history = await section()
    const chart = await history.findByRole('group', { name: /^График цен/ })
    expect(history.getByText('Нет в наличии (бледная линия): наша цена 2 мар – 3 мар.')).toBeVisible()
    fireEvent.keyDown(chart, { key: 'ArrowLeft' })
    expect(history.getByText(/^3 мар: .*наша 5.100 \(нет в наличии\), сайтов 1$/)).toBeVisible()
  })

  it.each([
    ['kind of price', { kind: 'wholesale' }],
    ['city', { city: 'Омск' }],
  ])('shows no history of another %s than was requested', async (_, wrong) => {
    server.use(
      http.get(HISTORY, async ({ request }) => {
        const answer = (await (await server.forward(request)).json()) as object
        return HttpResponse.json({ ...answer, ...wrong })
      }),
    )
    await open(`/tyre/T2?date=${DAY}`)
    const history = await section()
    expect(await history.findByText('Не удалось загрузить историю цен.', { exact: false })).toBeVisible()
  })

  it('keeps the chosen city while walking to a tyre that never was there', async () => {
    const day = '2026-01-25'
    const at = (article: string, city: string) =>
      [
        { article, name: `Шина ${article}` },
        { city, retail: 5000, stock: 4 },
      ] as const
    await server.importPrices({
      site: 'walk1.ru',
      day,
      lines: [at('WALK1', 'Омск'), at('WALK1', 'Томск'), at('WALK2', 'Томск')],
    })
    await open(`/export/retail?date=${day}`)
    fireEvent.click(await screen.findByText('WALK1'))
    const history = await section()
    select(await history.findByLabelText('Город'), 'Омск')
    fireEvent.click(screen.getByRole('button', { name: 'Следующая шина' }))
    expect(await (await section()).findByText('В городе «Омск» этой шины не было.')).toBeVisible()
    expect((await section()).getByLabelText('Город')).toHaveValue('Омск')
  })
})
