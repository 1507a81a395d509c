// Specification 5.5

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReportRow } from '../../../contract/legacy/report-page.ts'
import { isDaikon } from '../../../contract/lib/host-name.ts'
import { addNonEmptyColumns, emptyFilled } from '../../../contract/reports/filled.ts'
import { priceTypesOf, REPORTS, type Report } from '../../../contract/reports/reports.ts'
import { sheetColumns } from '../../../contract/spreadsheet/sheet-columns.ts'
import { specs } from '../../../tests/support/prices.ts'
import { comparedPrice } from '../offer.ts'
import { toReportQuery } from '../report-query.ts'
import type { SiteOffer } from '../stored-offers.ts'
import type { TyrePrices } from '../tyre-prices.ts'
import { type RowSettings, wireRow } from '../wire-rows.ts'
import { collectFilled, rowWriter } from './row-values.ts'

const DAY = '2026-04-18'

const price = fc.option(fc.integer({ min: 1, max: 9 }).map((hundreds) => hundreds * 100))
const offer: fc.Arbitrary<SiteOffer> = fc.record({
  site: fc.constantFrom('daikon-shina.ru', 'a.ru', 'b.ru'),
  city: fc.constantFrom('Томск', 'Омск', '__proto__'),
  warehouse: fc.constantFrom('', 'Север', 'Юг', 'constructor'),
  retail: price,
  wholesale: price,
  cost: price,
  stock: fc.option(fc.nat(9)),
  change: fc.option(fc.integer({ min: -9, max: 9 })),
})
const offers = fc.uniqueArray(offer, {
  maxLength: 8,
  selector: ({ site, city, warehouse }) => JSON.stringify([site, city, warehouse]),
})
const tyre: fc.Arbitrary<TyrePrices> = fc.record({ offers, season: fc.constantFrom('Зимняя', '') }).map(
  ({ offers: all, season }): TyrePrices => ({
    specs: specs({ season }),
    offers: all,
    own: all.filter(({ site }) => isDaikon(site)),
  }),
)

const cases = Object.values<Report>(REPORTS).flatMap((report) =>
  priceTypesOf(report).map((priceType) => ({ report, priceType, title: `${report.route} ${priceType}` })),
)

describe('a file holds what the app shows for the same tyres', () => {
  it.each(cases)('$title', ({ report, priceType }) => {
    const query = toReportQuery(report, priceType)
    const settings: RowSettings = {
      ...query,
      price: comparedPrice(priceType),
      multiplier: 1.1,
      threshold: 10,
      isOwnSite: isDaikon,
    }
    fc.assert(
      fc.property(fc.array(tyre, { maxLength: 4 }), (tyres) => {
        const shown = tyres.map((one) =>
          readReportRow(report.layout, JSON.parse(JSON.stringify(wireRow(one, settings)))),
        )
        const filled = emptyFilled()
        for (const row of shown) addNonEmptyColumns(filled, row)
        const expected = sheetColumns(report, priceType, filled, DAY, isDaikon)

        const collected = collectFilled(settings)
        tyres.forEach(collected.add)
        const columns = sheetColumns(report, priceType, collected.filled, DAY, isDaikon)
        const write = rowWriter(columns, settings, DAY)

        expect(columns.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
        expect(tyres.map(write)).toEqual(shown.map((row) => expected.map((column) => column.cell(row))))
      }),
    )
  })
})
