import { describe, expect, it } from 'vitest'
import { keepSiteOrder, siteOrderOf, siteRunOf } from './site-order.ts'

describe('order of competitors (specification 17.3)', () => {
  it('stays the same on all pages of a result set; new sites come last', () => {
    const run = siteRunOf('/export/retail', 'Томск')
    keepSiteOrder(run, ['b.ru', 'a.ru'])
    keepSiteOrder(run, ['c.ru', 'a.ru'])
    expect(siteOrderOf(run)).toEqual(['b.ru', 'a.ru', 'c.ru'])
    expect(siteOrderOf(siteRunOf('/export/retail', 'Омск'))).toEqual([])
  })
})
