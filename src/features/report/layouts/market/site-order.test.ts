import { describe, expect, it } from 'vitest'
import { siteOrderOf, siteRunOf, storeSiteOrder } from './site-order.ts'

describe('order of competitors (specification 17.3)', () => {
  it('stays the same on all pages of a result set; new sites come last', () => {
    const run = siteRunOf('/export/retail', 'Томск')
    storeSiteOrder(run, ['b.ru', 'a.ru'])
    storeSiteOrder(run, ['c.ru', 'a.ru'])
    expect(siteOrderOf(run)).toEqual(['b.ru', 'a.ru', 'c.ru'])
    expect(siteOrderOf(siteRunOf('/export/retail', 'Омск'))).toEqual([])
  })
})
