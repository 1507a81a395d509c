// Specification 10.26, 17.3, 17.4

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Line } from '../../../../tests/support/prices.ts'
import {
  address,
  anotherBackend,
  open as openAddress,
  press,
  pricesServer,
  reload,
} from '../../../../tests/support/prices-app.tsx'

const server = pricesServer()
const DAY = '2026-02-02'
const [OWN, RIVAL] = ['daikon.ru', 'groups-rival.ru']

const at = (article: string, retail: number): Line => [
  { article, name: `Шина ${article}` },
  { retail, stock: 4 },
]

let isImported = false
beforeEach(async () => {
  if (isImported) return
  isImported = true
  await server.importPrices({
    site: OWN,
    day: DAY,
    lines: [at('GR1', 5000), at('GR2', 6000), at('GR3', 7000)],
  })
  await server.importPrices({
    site: RIVAL,
    day: DAY,
    lines: [at('GR1', 4500), at('GR2', 4000), at('GR4', 3000)],
  })
})

const openIn = (layout: string, query = '') =>
  openAddress(`/export/retail?date=${DAY}&view=${layout}${query}`)
/** Returns the names of tyres and the texts of heads, from top to bottom. */
const lines = () => {
  const inGrid = [...document.querySelectorAll<HTMLElement>('.grid-row, .grid-group')].toSorted(
    (a, b) => Number.parseInt(a.style.top, 10) - Number.parseInt(b.style.top, 10),
  )
  const all = inGrid.length > 0 ? inGrid : [...document.querySelectorAll('.tyre-group, .tyre-item')]
  return all.map(({ textContent }) => /Шина (GR\d)/.exec(textContent)?.[1] ?? textContent)
}
const shows = (...expected: string[]) => waitFor(() => expect(lines()).toEqual(expected))
const head = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })
const lists = () =>
  server.requests.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname.includes('/analytics/'))

const ALL = ['Наши с конкурентами 2', 'GR2', 'GR1', 'Только у нас 1', 'GR3', 'Только у других 1', 'GR4']

describe.each(['market', 'list'])('the groups of rows in %s', (layout) => {
  it('begin with own tyres that have competitors’ prices, the dearest first', async () => {
    await openIn(layout)
    await shows(...ALL)
    expect(lists()).toHaveLength(1)
    expect(screen.queryByText(/первыми на этой странице/)).toBeNull()
  })

  it('fold by a click on their head, also after a reload, and unfold again', async () => {
    await openIn(layout)
    await shows(...ALL)
    ;(await head('Наши с конкурентами')).focus()
    fireEvent.click(await head('Наши с конкурентами'))
    await shows('Наши с конкурентами 2', ...ALL.slice(3))
    expect(await head('Наши с конкурентами')).toHaveAttribute('aria-expanded', 'false')
    await waitFor(() => expect(address()).toMatch(/fold=compared/))
    expect(await head('Наши с конкурентами')).toHaveFocus()
    await screen.findByText(/из 2$/)
    fireEvent.click(await head('Только у других'))
    fireEvent.click(await head('Только у нас'))
    await shows('Наши с конкурентами 2', 'Только у нас 1', 'Только у других 1')
    await reload()
    await shows('Наши с конкурентами 2', 'Только у нас 1', 'Только у других 1')
    fireEvent.click(await head('Только у нас'))
    await shows('Наши с конкурентами 2', 'Только у нас 1', 'GR3', 'Только у других 1')
  })

  it('keep the focus on a head whose group fills the page', async () => {
    const day = `2026-02-0${layout === 'market' ? 4 : 5}`
    const many = Array.from({ length: 101 }, (_, i) => at(`GM${i}`, 5000))
    await server.importPrices({ site: OWN, day, lines: [...many, at('GR1', 6000)] })
    await server.importPrices({ site: RIVAL, day, lines: many })
    await openAddress(`/export/retail?date=${day}&view=${layout}`)
    ;(await head('Наши с конкурентами')).focus()
    let left = 0
    document.addEventListener('focusout', () => left++)
    fireEvent.click(await head('Наши с конкурентами'))
    await shows('Наши с конкурентами 101', 'Только у нас 1', 'GR1')
    expect(await head('Наши с конкурентами')).toHaveFocus()
    expect(left).toBe(0)
  })

  it('are replaced by another order and by quick filters', async () => {
    await openIn(layout, '&sort=market.own')
    await shows('GR1', 'GR2', 'GR3', 'GR4')
    await openIn(layout, '&only=inStock')
    await shows('GR1', 'GR2', 'GR3')
  })

  it('are those of the page before another backend, which the page says', async () => {
    server.use(anotherBackend())
    await openIn(layout)
    await shows(...ALL)
    expect(screen.getByText(/первыми на этой странице/)).toBeVisible()
    fireEvent.click(await head('Только у нас'))
    await shows(...ALL.slice(0, 4), ...ALL.slice(5))
    expect(lists()).toHaveLength(1)
  })
})

describe('the city of the prices', () => {
  it('stays chosen when the rows of a folded group leave, and the last group', async () => {
    const day = '2026-02-03'
    const inCity = (article: string, city: string, retail: number): Line => [
      { article, name: `Шина ${article}` },
      { city, retail },
    ]
    await server.importPrices({ site: OWN, day, lines: [inCity('GC1', 'Псков', 5000)] })
    await server.importPrices({
      site: RIVAL,
      day,
      lines: [inCity('GC1', 'Псков', 4000), inCity('GC2', 'Тула', 3000)],
    })
    await openAddress(`/export/retail?date=${day}&view=market&in=Псков`)
    const city = () => screen.findByRole('radio', { name: 'Псков' })
    fireEvent.click(await head('Без таких цен'))
    await screen.findByText(/из 1$/)
    expect(await city()).toBeChecked()
    fireEvent.click(await head('Наши с конкурентами'))
    await waitFor(() => expect(document.querySelectorAll('.grid-row')).toHaveLength(0))
    await waitFor(() => expect(screen.queryByText(/^Страница 1 из/)).toBeNull())
    expect(await city()).toBeChecked()
    expect(await head('Наши с конкурентами')).toHaveAttribute('aria-expanded', 'false')
  })
})

describe('the groups of rows before a server of the former version beside this one', () => {
  it('are those of the page, because that server refuses their order', async () => {
    server.use(
      http.get('/api/analytics/:list', ({ request }) =>
        new URL(request.url).searchParams.get('sort')
          ? HttpResponse.json({ error: 'По такому столбцу список не сортируется' }, { status: 400 })
          : server.forward(request),
      ),
    )
    await openIn('market')
    await shows(...ALL)
    expect(screen.getByText(/первыми на этой странице/)).toBeVisible()
  })
})

describe('the head of a group in the table', () => {
  it('does not take part in moving through the rows by keyboard', async () => {
    await openIn('market')
    await shows(...ALL)
    const grid = screen.getByRole('grid')
    grid.focus()
    for (const _ of [1, 2]) press(grid, 'ArrowDown')
    const active = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')
    expect(active?.closest('.grid-row')).toHaveTextContent('GR3')
    press(within(grid).getByRole('button', { name: /^Только у нас/ }), 'Enter')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
