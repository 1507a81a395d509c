// Specification 4.34

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { address, anotherBackend, open, pricesServer } from '../../../../tests/support/prices-app.tsx'
import { DAY } from '../../../../tests/support/sample-prices.ts'

const server = pricesServer()
const TABLE = `/export/retail?date=${DAY}&city=Томск`
const paper = () => document.querySelector('.printed-report')
const rowCount = () => paper()?.querySelectorAll('tbody tr').length
const print = () => act(async () => window.dispatchEvent(new Event('beforeprint')))

/** Opens the menu beside 'Скачать эту таблицу', and prints all pages. */
async function printAll(): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Скачать в другом виде' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Печать, до 2 000 строк' }))
}

describe('a printed report', () => {
  it('has all rows of its page, with day, filters and page, until the printing ends', async () => {
    await open(TABLE)
    await screen.findByText('Шина 000')
    await screen.findByRole('button', { name: 'Столбцы' })
    const all = Number(screen.getByRole('grid').getAttribute('aria-rowcount'))
    await print()
    expect(rowCount()).toBeGreaterThan(document.querySelectorAll('.grid-body > *').length)
    expect(rowCount()).toBeLessThanOrEqual(all)
    expect(paper()?.textContent).toContain('Выгрузить все Розничные цены18 апреля 2026 г. · Город: Томск')
    expect(paper()?.textContent).toMatch(/Страница отчёта 1 · 100\sстрок из \d+/)
    await act(async () => window.dispatchEvent(new Event('afterprint')))
    expect(paper()).toBeNull()
  })

  it('has the layout of the screen', async () => {
    await open(`${TABLE}&view=market&only=inStock&competitors=inStock`)
    await screen.findByRole('button', { name: 'Столбцы' })
    await print()
    const heads = [...(paper()?.querySelectorAll('th') ?? [])].map(({ textContent }) => textContent)
    expect(heads.slice(0, 3)).toEqual([' Шина', ' Артикул', 'Томск · Мы Наша цена'])
    expect(paper()?.textContent).toContain(
      'вид «Рынок» · Цены города: Томск · Вид цены: Розничная · «Конкуренты в наличии» · «Только в наличии»',
    )
  })

  it('has the groups of ‘Рынок’ without the rows of folded ones', async () => {
    const groups = () =>
      [...(paper()?.querySelectorAll('.printed-group') ?? [])].map(({ textContent }) => textContent)
    const firstOf = (group: number) => paper()?.querySelectorAll('.printed-group + tr')[group]?.textContent
    vi.stubGlobal('print', vi.fn())
    server.use(anotherBackend())
    await open(`${TABLE}&view=market&competitors=inStock`)
    await screen.findByRole('button', { name: /^Наши с конкурентами/ })
    await screen.findByRole('button', { name: 'Столбцы' })
    await print()
    expect(groups().slice(0, 2)).toEqual(['Наши с конкурентами', 'Только у нас'])
    expect(firstOf(1)).toContain('Шина 000')
    await act(async () => window.dispatchEvent(new Event('afterprint')))
    fireEvent.click(screen.getByRole('button', { name: /^Наши с конкурентами/ }))
    await waitFor(() => expect(address()).toMatch(/fold=compared/))
    await printAll()
    await waitFor(() => expect(groups()[0]).toBe('Только у нас'))
    expect(firstOf(0)).toContain('Шина 000')
  })

  it('has at most 2,000 rows of all pages after ‘Печать’', async () => {
    const printed = vi.fn(() => void window.dispatchEvent(new Event('beforeprint')))
    vi.stubGlobal('print', printed)
    server.use(
      http.get('/api/analytics/retailTyres', async ({ request }) => {
        const answer = (await (await server.forward(request)).json()) as { items: object[] }
        const page = Number(new URL(request.url).searchParams.get('page'))
        const items = Array.from({ length: 700 }, (_, n) => answer.items[n % answer.items.length])
        return HttpResponse.json({
          items,
          total_rows: 2_800,
          current_page: page,
          page: 4,
          has_more: page < 4,
        })
      }),
    )
    await open(TABLE)
    await screen.findByText('Шина 000')
    await printAll()
    await waitFor(() => expect(printed).toHaveBeenCalledOnce())
    expect(rowCount()).toBe(2_000)
    expect(paper()?.textContent).toMatch(/2\s000\sстрок из 2\s800/)
    expect(paper()?.textContent).not.toContain('Страница отчёта')
  })

  it('says why it cannot be printed', async () => {
    const printed = vi.fn()
    vi.stubGlobal('print', printed)
    await open(`${TABLE}&page=2`)
    await screen.findByRole('grid')
    server.use(http.get('/api/analytics/retailTyres', () => HttpResponse.error()))
    await printAll()
    expect((await screen.findByRole('alert')).textContent).toContain('Строки для печати не прочитаны')
    expect(printed).not.toHaveBeenCalled()
  })
})
