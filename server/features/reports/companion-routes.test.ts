// Specification 4.18, 10.7, 11.1

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseCompanion } from '../../../contract/companion.ts'
import { savePrices } from '../../../tests/support/prices.ts'
import { saveRecommended } from '../../../tests/support/recommended.ts'
import { type TestWire, testWire } from '../../../tests/support/wire.ts'

const DAY = '2026-04-18'

/** Server whose own site is not called daikon, while another site is. */
let wire: TestWire
beforeAll(async () => {
  wire = await testWire({ OWN_SITE: 'shop.ru' })
  for (const site of ['shop.ru', 'daikon.ru', 'b.ru']) {
    await savePrices(wire.database.db, site, DAY, [[{}, { warehouse: 'Склад', wholesale: 1000, cost: 900 }]])
  }
})
afterAll(() => wire.close())

describe('GET /api/companion (specification 10.20)', () => {
  it('lists what the server offers and which sites are its own', async () => {
    const answer = await wire.as('anna', { url: '/api/companion' })
    expect(answer.statusCode).toBe(200)
    expect(parseCompanion(answer.body)).toEqual({
      offers: [
        'proposal-rules',
        'freshness',
        'security',
        'tyres',
        'history',
        'search',
        'compare',
        'decisions',
        'today',
        'order',
        'values',
        'views',
        'downloads',
        'pages',
        'listings',
        'groups',
        'rules',
        'rrp',
        'totals',
      ],
      ownHosts: ['shop.ru'],
    })
  })

  it('offers the filter by recommended prices once there is a list (specification 26.6)', async () => {
    await saveRecommended(wire.database.db, [{ price: 5000 }])
    const answer = await wire.as('anna', { url: '/api/companion' })
    expect(parseCompanion(answer.body).offers).toContain('rrp-values')
  })

  it('needs a session', async () => {
    expect((await wire.app.inject({ url: '/api/companion' })).statusCode).toBe(401)
  })
})

it("shows cost for the own site's warehouses on wholesale pages, whatever the own site is called", async () => {
  const answer = await wire.as('anna', { url: `/api/analytics/optTyres?date=${DAY}` })
  const sites = answer.json().items[0].cities.Томск
  const price = (site: string) => sites[`https://${site}`].warehouses.Склад.price
  expect([price('shop.ru'), price('daikon.ru'), price('b.ru')]).toEqual([900, undefined, undefined])
})
