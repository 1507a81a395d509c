import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDaikon } from '../lib/host-name.ts'
import { SPEC_NAMES } from '../tyre/tyre-specs.ts'
import { filledColumns } from './columns.ts'
import { REPORT_IDS, REPORTS, type Report } from './reports.ts'
import { readSortKey } from './sort-key.ts'

describe('the column to sort by (specification 10.26)', () => {
  it('is any that a table has, whatever its city, site and warehouse are called', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom('].min', '","', '[]', 'min'))
    fc.assert(
      fc.property(fc.constantFrom(...REPORT_IDS), name, name, name, (id, city, site, warehouse) => {
        const report: Report = REPORTS[id]
        const fields = new Set(['retail', 'wholesale', 'cost', 'stock', 'wholesaleStock', 'change'] as const)
        const columns = filledColumns(
          report,
          'all',
          {
            specs: new Set(SPEC_NAMES),
            own: new Set(['price', 'wholesale', 'diffPercent']),
            cities: new Map([
              [
                city,
                {
                  statistics: new Set(['min', 'max', 'median', 'proposed']),
                  sites: new Map([[site, new Map([[warehouse, fields]])]]),
                },
              ],
            ]),
          },
          isDaikon,
        )
        for (const column of columns) {
          const key = readSortKey(column.id)
          expect(key, column.id).not.toBeNull()
          if (key?.of === 'field') expect(key).toMatchObject(column.group)
          if (key?.of === 'statistic') expect(key).toMatchObject({ city, name: column.figure })
          if (key?.of === 'place')
            expect([key.city, key.site ?? '', key.warehouse ?? '']).toEqual(Object.values(column.group))
        }
      }),
    )
  })

  it('is null for any other text', () => {
    for (const text of [
      '',
      'sparkline',
      'own.cost',
      'market.cost',
      '{}',
      '["a"].',
      '["a"]min',
      '["a","b"].min',
      '[',
      'null',
    ]) {
      expect(readSortKey(text), text).toBeNull()
    }
    fc.assert(fc.property(fc.string(), (text) => void readSortKey(text)))
  })
})
