import { fireEvent, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { open, pricesServer, select } from '../../../tests/support/prices-app.tsx'
import { DAY } from '../../../tests/support/sample-prices.ts'

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
    expect(
      await history.findByText('20 янв: медиана 5 000, от 5 000 до 5 000', { exact: false }),
    ).toBeVisible()
    fireEvent.click(history.getByRole('radio', { name: 'Оптовая' }))
    expect(await history.findByText('Таких цен за всё время не было.')).toBeVisible()
  })

  it('shows an error, and tries again', async () => {
    server.use(http.get(HISTORY, () => HttpResponse.html('<!doctype html>'), { once: true }))
    await open(`/tyre/T2?date=${DAY}`)
    const history = await section()
    expect(await history.findByText('Не удалось загрузить историю цен.', { exact: false })).toBeVisible()
    fireEvent.click(history.getByRole('button', { name: 'Повторить' }))
    expect(await history.findByRole('group', { name: /^График цен/ })).toBeVisible()
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
