// Specification 26.10
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { TyreBelowRrp } from '../../../contract/recommended/below.ts'
import { cabinetServer, offering, refusal } from '../../../tests/support/cabinet.tsx'
import { stayInYear } from '../../../tests/support/fixed-year.ts'
import { RecommendedLine } from './RecommendedLine.tsx'

stayInYear(2026)

const server = cabinetServer()
const PATH = '/api/companion/recommended/tyre'
const below = (over: Partial<TyreBelowRrp['below'][number]> = {}) => ({
  site: 'a.ru',
  own: false,
  city: 'Томск',
  price: 4680,
  percent: 6.4,
  since: '2026-04-17',
  earlier: false,
  imported_at: null,
  source: '',
  page: '',
  ...over,
})

const draw = (answer: () => Response, settled = true) => {
  server.use(http.get(PATH, answer))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(
    <QueryClientProvider client={client}>
      <RecommendedLine tyre="A1" day="2026-04-18" settled={settled} />
    </QueryClientProvider>,
  )
}
const says = (answer: TyreBelowRrp) => () => HttpResponse.json(answer)

describe('RecommendedLine', () => {
  it('names the recommended price and who sells below it', async () => {
    server.use(offering('rrp-values'))
    draw(
      says({ recommended: 5000, below: [below(), below({ site: 'daikon.ru', own: true, earlier: true })] }),
    )
    await waitFor(() =>
      expect(document.querySelector('summary')?.textContent).toMatch(/^РРЦ 5.000 ₽: ниже 2 цены, до −6,4 %$/),
    )
    const [first, second] = screen.getAllByRole('listitem', { hidden: true })
    expect(first?.textContent).toMatch(/^a\.ru, Томск: 4.680 ₽ \(−6,4 %\), с 17 апр$/)
    expect(second?.textContent).toMatch(/^daikon\.ru \(наш\), Томск: .* или раньше$/)
    expect(server.calls(`GET ${PATH}`)).toEqual([`GET ${PATH}?key=A1&date=2026-04-18`])
  })

  it('says that nobody sells below, and shows nothing for a tyre without a recommended price', async () => {
    server.use(offering('rrp-values'))
    const { container, unmount } = draw(says({ recommended: 5000, below: [] }))
    await waitFor(() => expect(container.textContent).toMatch(/^РРЦ 5.000 ₽: ниже никто не продаёт\.$/))
    unmount()
    const other = draw(says({ recommended: null, below: [] }))
    await waitFor(() => expect(server.calls(`GET ${PATH}`)).toHaveLength(2))
    expect(other.container.textContent).toBe('')
  })

  it('offers to try again after an error', async () => {
    server.use(offering('rrp-values'))
    let fails = true
    const { container } = draw(() =>
      fails ? refusal('Нет', 500) : HttpResponse.json({ recommended: 5000, below: [] }),
    )
    const again = await screen.findByRole('button', { name: 'Повторить' })
    fails = false
    fireEvent.click(again)
    await waitFor(() => expect(container.textContent).toMatch(/^РРЦ 5/))
  })

  it('makes no call where there is no list', async () => {
    server.use(offering('rrp'))
    const { container } = draw(says({ recommended: 5000, below: [] }))
    await waitFor(() => expect(server.calls('GET /api/companion')).not.toEqual([]))
    expect([container.textContent, server.calls(`GET ${PATH}`)]).toEqual(['', []])
  })
})
