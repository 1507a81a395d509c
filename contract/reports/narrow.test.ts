// Specification 4.15, 8.16

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReportRow } from '../legacy/report-page.ts'
import { isDaikon } from '../lib/host-name.ts'
import type { FilterSets } from './filter-sets.ts'
import { type FilterValues, nonEmpty } from './filters.ts'
import { furtherFilters, furtherSets, type Narrowing, narrowRow } from './narrow.ts'
import type { ReportRow } from './report-row.ts'

const BRANDS = ['Zorki', 'Arktika']
const CITIES = ['Томск', 'Омск']
const SITES = ['a.ru', 'daikon.ru']
const one = (values: readonly string[]) => fc.constantFrom(...values)

const filters: fc.Arbitrary<FilterValues> = fc.record(
  { brand: one(BRANDS), city: one(CITIES), site: one(SITES) },
  { requiredKeys: [] },
)
const price = fc.option(fc.integer({ min: 1, max: 9_000 }), { nil: null })
const site = fc.oneof(
  fc.record({ retail: price, opt: price, rest: price }),
  fc.record({ warehouses: fc.dictionary(one(['A', 'B']), fc.record({ retail: price, opt: price })) }),
)
const statistics = fc.record({ min_price: price, max_price: price, median_price: price, color: fc.boolean() })
const row: fc.Arbitrary<ReportRow> = fc
  .record({
    tires_specs: fc.record({ brand: one(BRANDS), name: fc.constant('Шина') }),
    cities: fc.dictionary(
      one(CITIES),
      fc.dictionary(
        one(SITES).map((host) => `https://www.${host}/`),
        site,
      ),
    ),
    analytics: fc.dictionary(one(CITIES), statistics),
  })
  .map((item) => readReportRow('analytics', item))

const by = (chosen: FilterValues, sets: FilterSets = {}): Narrowing => ({
  layout: 'analytics',
  priceType: 'retail',
  filters: chosen,
  sets,
  isOwnSite: isDaikon,
})

describe('narrowRow', () => {
  it('changes nothing without filters', () => {
    fc.assert(
      fc.property(row, (before) => {
        expect(narrowRow(before, by({}))).toBe(before)
      }),
    )
  })

  it('retains only the chosen city and site, and drops rows without a price there', () => {
    fc.assert(
      fc.property(row, filters, (before, chosen) => {
        const after = narrowRow(before, by(chosen))
        if (!after) return
        expect([...after.cities.keys()].every((city) => !chosen.city || city === chosen.city)).toBe(true)
        for (const { sites } of after.cities.values()) {
          expect([...sites.keys()].every((host) => !chosen.site || host === chosen.site)).toBe(true)
        }
        expect(after.highlightedCities.every((city) => after.cities.has(city))).toBe(true)
        expect(after.specs).toEqual(before.specs)
      }),
    )
  })

  it('in two steps equals narrowing at once', () => {
    fc.assert(
      fc.property(row, filters, filters, (before, first, second) => {
        const both = { ...second, ...first }
        const once = narrowRow(before, by(first))
        const twice = once && narrowRow(once, by(furtherFilters('analytics', first, both) ?? {}))
        expect(twice).toEqual(narrowRow(before, by(both)))
      }),
    )
  })
})

describe('furtherFilters', () => {
  it('returns the wanted filters that are not yet applied, if the rows can supply them', () => {
    expect(furtherFilters('analytics', {}, { brand: 'Zorki' })).toEqual({ brand: 'Zorki' })
    expect(furtherFilters('analytics', { brand: 'Zorki' }, { brand: 'Zorki', city: 'Томск' })).toEqual({
      city: 'Томск',
    })
    expect(furtherFilters('analytics', { brand: 'Zorki' }, { city: 'Томск' })).toBeNull()
    expect(furtherFilters('analytics', { brand: 'Zorki' }, { brand: 'Arktika' })).toBeNull()
  })

  it('returns null if the rows have no data that the answer depends on', () => {
    expect(furtherFilters('proposals', {}, { site: 'a.ru' })).toBeNull()
    expect(furtherFilters('proposals', { site: 'a.ru' }, { site: 'a.ru', brand: 'Zorki' })).toEqual({
      brand: 'Zorki',
    })
    expect(furtherFilters('changes', { site: 'a.ru' }, { site: 'a.ru', city: 'Томск' })).toBeNull()
    expect(furtherFilters('changes', {}, { site: 'a.ru', city: 'Томск' })).not.toBeNull()
  })

  it('returns only sets of the tyre’s attributes, if the sets of site and city are equal', () => {
    const brand = { values: ['Zorki', 'Arktika'], except: false }
    const site = { values: ['a.ru', 'b.ru'], except: false }
    expect(furtherSets({}, { brand })).toEqual({ brand })
    expect(furtherSets({ site }, { brand, site: { ...site, values: ['b.ru', 'a.ru'] } })).toEqual({ brand })
    for (const [have, want] of [
      [{}, { site }],
      [{ brand }, {}],
      [{ brand }, { brand: { ...brand, except: true } }],
      [{ brand }, { brand: { values: ['Zorki'], except: true } }],
      [{ brand }, { brand: { values: ['Zorki', 'Polar'], except: false } }],
    ] as const)
      expect(furtherSets(have, want)).toBeNull()
  })

  it('yields the wanted filters together with the applied ones', () => {
    fc.assert(
      fc.property(filters, filters, (have, want) => {
        const further = furtherFilters('analytics', have, want)
        if (further) expect(nonEmpty({ ...have, ...further })).toEqual(nonEmpty(want))
      }),
    )
  })
})
