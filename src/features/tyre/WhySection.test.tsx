import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import {
  address,
  anotherBackend,
  expectText,
  open,
  press,
  pricesServer,
} from '../../../tests/support/prices-app.tsx'
import { DAY } from '../../../tests/support/sample-prices.ts'

const server = pricesServer()

const why = () => screen.queryByRole('region', { name: /^Почему/ })
const heading = () => within(why() as HTMLElement).getByRole('heading')
/** Once the heading is focused, Escape closes the explanation. */
const isFocused = () => waitFor(() => expect(heading()).toHaveFocus())
const isClosed = () => waitFor(() => expect(why()).toBeNull())
/** Returns a cell in the row of 'Шина 002'. */
const cell = async (words: string): Promise<HTMLElement> => {
  const row = (await screen.findByText('Шина 002')).closest<HTMLElement>('[role=row]')
  return within(row as HTMLElement).getByText(words)
}
const figures = async (name: string) => within(await screen.findByLabelText(name))

describe('WhySection (specification 15.3)', () => {
  it('explains a proposed price by the rule that counted', async () => {
    await open(`/export/proposals?date=${DAY}&percent=10`)
    fireEvent.click(await cell('1 102,20'))
    await expectText(why, 'наша оптовая цена × множитель: 1 002 × 1,1 = 1 102,2')
    expect(why()).toHaveTextContent('не ниже себестоимости 902: выполнено')
    expect(why()).toHaveTextContent('daikon.ru · Центральный · наш сайт — наш сайт: с ним сравнивают')
  })

  it('does not know the rule of another backend', async () => {
    server.use(anotherBackend())
    await open(`/export/proposals?date=${DAY}&percent=10`)
    fireEvent.click(await cell('1 102,20'))
    await expectText(why, 'Правило, по которому этот сервер предлагает цену, неизвестно.')
  })

  it('explains a statistic, closes before its card, and opens again from the same cell', async () => {
    await open(`/export/retail/stats?date=${DAY}`)
    // In Tomsk 1302 (own) and 1602 (competitor), in Omsk only 1702.
    const median = await cell('1 452,00')
    fireEvent.click(median)
    await expectText(why, 'медиана: (1 302 + 1 602) ÷ 2 = 1 452')
    expect(address()).toMatch(/why=median/)
    await isFocused()
    press(heading(), 'Escape')
    await isClosed()
    expect(screen.getByRole('dialog')).toBeVisible()
    fireEvent.click(median)
    await isFocused()
    press(heading(), 'Escape')
    await isClosed()
    press(screen.getByRole('dialog'), 'Escape')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('explains a figure of the card', async () => {
    await open(`/tyre/T2?date=${DAY}&city=${encodeURIComponent('Томск')}`)
    fireEvent.click((await screen.findAllByText('1 602', { selector: 'button' }))[0] as HTMLElement)
    await expectText(why, 'наибольшая из 2: 1 602')
    fireEvent.click(screen.getAllByText('1 302', { selector: 'button' }).at(-1) as HTMLElement)
    await expectText(why, 'Почему')
  })

  it('has the names of the sites that call the tyre otherwise (specification 21.6)', async () => {
    const own = { site: 'daikon.ru', own: true, name: 'Шина 002' }
    const other = { site: 'b.ru', own: false, name: 'Polar XL 205/55' }
    const rest = {
      brand: 'Arktika',
      article: '',
      code: '',
      gtin: '',
      price: 1,
      stock: 1,
      first_day: DAY,
      last_day: DAY,
      how: 'article',
      score: null,
      since: '2026-04-18T00:00:00.000Z',
      excluded: '',
    }
    server.use(
      http.get('/api/companion/matching/tyres/T2', () =>
        HttpResponse.json({
          version: 1,
          tyre: 3,
          listings: [own, other].map((named, index) => ({ id: index + 1, ...named, ...rest })),
        }),
      ),
    )
    await open(`/tyre/T2?date=${DAY}&city=${encodeURIComponent('Томск')}`)
    fireEvent.click((await screen.findAllByText('1 602', { selector: 'button' }))[0] as HTMLElement)
    await expectText(why, 'b.ru · Склад 1Polar XL 205/55')
    expect(why()).not.toHaveTextContent('Шина 002')
  })

  it('explains the own deviation in all cities, and returns the focus to its figure', async () => {
    await open(`/tyre/T2?date=${DAY}`)
    // The own price 1302 against 1602 in Tomsk and 1702 in Omsk.
    await expectText(() => screen.getByRole('article'), 'на 21,2 % ниже медианы конкурентов (1 652).')
    const asking = screen.getByRole('button', { name: /^Наша цена 1.302$/ })
    asking.focus()
    fireEvent.click(asking)
    await waitFor(() => expect(heading()).toHaveTextContent(/^Почему отклонение −21,2 % · все города$/))
    expect(why()).toHaveTextContent('(1 302 − 1 652) ÷ 1 652 × 100')
    await isFocused()
    fireEvent.click(within(why() as HTMLElement).getByRole('button', { name: 'Закрыть объяснение' }))
    await waitFor(() => expect(asking).toHaveFocus())
  })

  it('is closed by the first Escape on a page, and the page by the second', async () => {
    await open(`/tyre/T2?date=${DAY}&city=${encodeURIComponent('Омск')}`)
    const asking = (await figures('Цены, Омск')).getAllByRole('button')[0] as HTMLElement
    asking.focus()
    fireEvent.click(asking)
    await isFocused()
    press(heading(), 'Escape')
    await isClosed()
    await waitFor(() => expect(asking).toHaveFocus())
    press(asking, 'Escape')
    await waitFor(() => expect(address()).toBe('/'))
  })
})
