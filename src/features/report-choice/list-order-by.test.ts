import { describe, expect, it } from 'vitest'
import { REPORTS, type ReportId } from '../../../contract/reports/reports.ts'
import { readListOrder } from '../../data/list-order.ts'
import { listOrderBy } from './list-order-by.ts'
import { listOrderText } from './list-order-text.ts'
import { defaultChoice, type ReportChoice } from './report-address.ts'
import { type Layout, readView } from './view.ts'

function asked(
  query: string,
  {
    id = 'retail',
    layout = 'market',
    ...choice
  }: Partial<ReportChoice> & { id?: ReportId; layout?: Layout } = {},
) {
  const report = REPORTS[id]
  const arranged = listOrderBy(
    report,
    { ...defaultChoice(report), ...choice },
    layout,
    readView(new URLSearchParams(query)),
  )
  return arranged.map(([name, value]) => `${name}=${value}`).join('&')
}

describe('listOrderBy (specification 17.5 and 17.6)', () => {
  it('returns nothing without a sort and quick filters', () => {
    expect(asked('view=market&in=Томск&kind=wholesale')).toBe('')
  })

  it('returns the compared city and kind only if the sort or a quick filter depends on them', () => {
    expect(asked('sort=-brand&in=Томск')).toBe('sort=-brand')
    expect(asked('sort=-market.own&in=Томск')).toBe('sort=-market.own&in=Томск&kind=retail')
    expect(asked('sort=-market.own')).toBe('sort=-market.own&kind=retail')
    expect(asked('sort=brand&only=inStock&kind=wholesale')).toBe('sort=brand&only=inStock&kind=wholesale')
  })

  it('sorts by a figure of a newer server only where that is offered', () => {
    expect(asked('sort=-market.others&in=Томск')).toBe('')
    const report = REPORTS.retail
    const view = readView(new URLSearchParams('sort=-market.others&in=Томск'))
    expect(listOrderBy(report, defaultChoice(report), 'market', view, true)).toEqual([
      ['sort', '-market.others'],
      ['in', 'Томск'],
      ['kind', 'retail'],
    ])
  })

  it('sends the compared competitors only where the server leaves out prices (specification 17.11)', () => {
    const report = REPORTS.retail
    const sent = (query: string, groups: boolean) =>
      listOrderBy(report, defaultChoice(report), 'market', readView(new URLSearchParams(query)), groups)
        .map((pair) => pair.join('='))
        .join('&')
    const inStock = 'competitors=inStock'
    expect(sent(`in=Томск&${inStock}&fold=ours`, true)).toBe(
      `sort=-market.groups&in=Томск&kind=retail&${inStock}&fold=ours`,
    )
    expect(sent(`only=dearer&${inStock}`, true)).toBe(`only=dearer&kind=retail&${inStock}`)
    expect(sent(`sort=brand&${inStock}`, true)).toBe('sort=brand')
    // Elsewhere the page sorts and filters its rows by what it compares.
    expect(sent(`sort=market.rank&only=dearer&${inStock}`, false)).toBe('')
    expect(sent(`sort=brand&${inStock}`, false)).toBe('sort=brand')
  })

  it('returns the city of the filters unless another city is compared', () => {
    const filters = { city: 'Омск' }
    expect(asked('only=dearer', { filters })).toBe('only=dearer&in=Омск&kind=retail')
    expect(asked('only=dearer&in=Томск', { filters })).toBe('only=dearer&in=Томск&kind=retail')
  })

  it('returns no sort by a column that the server does not know', () => {
    expect(asked('sort=sparkline')).toBe('')
    expect(asked('sort=-unknown&only=changed')).toBe('only=changed&kind=retail')
  })

  it('returns no quick filters for the wide table', () => {
    expect(asked('sort=market.own&only=dearer', { layout: 'table' })).toBe('sort=market.own&kind=retail')
  })

  it('returns nothing that needs a city for proposals without a city', () => {
    expect(asked('sort=market.own&only=dearer', { id: 'proposals' })).toBe('')
    expect(asked('sort=brand', { id: 'proposals' })).toBe('sort=brand')
    expect(asked('sort=market.own&in=Томск', { id: 'proposals' })).toBe(
      'sort=market.own&in=Томск&kind=retail',
    )
  })
})

describe('listOrderText', () => {
  it('names what the server has sorted, left out and folded, but not the usual groups', () => {
    const query = 'sort=-market.groups&only=dearer&in=Томск&competitors=inStock&fold=ours'
    expect(listOrderText(readListOrder(new URLSearchParams(query)))).toEqual([
      'Мы дороже медианы',
      '«Конкуренты в наличии»',
      'без «Только у нас»',
    ])
  })
})
