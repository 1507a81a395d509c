// Specification 10.13

import { describe, expect, it } from 'vitest'
import { type Mapping, readMapping } from '../mapping.ts'
import { Columns, type RawCell } from '../readers/columns.ts'
import { flattenObject } from '../readers/flatten.ts'
import { createAlterations, createRemarks } from '../remarks.ts'
import { compileRecord } from './record.ts'

/** Reads records, given as objects, and returns their prices and the counted alterations. */
function readAll(
  mapping: Partial<Mapping>,
  records: readonly Record<string, RawCell>[],
  items: readonly Record<string, RawCell>[] = [],
) {
  const checked = readMapping({
    fields: { article: 'a', retail: 'r', stock: 's', city: { value: 'Тула' } },
    ...mapping,
  })
  if (Array.isArray(checked)) throw new Error(checked.join())
  const [columns, itemColumns] = [new Columns(), new Columns()]
  const alterations = createAlterations()
  const read = compileRecord(checked, columns, itemColumns, createRemarks(), alterations)
  const offers = records.flatMap((record) => {
    const found = read(
      flattenObject({ a: 'A1', ...record }, columns),
      items.map((item) => flattenObject(item, itemColumns)),
    )
    return found && 'offers' in found ? found.offers : []
  })
  return {
    retail: offers.map((offer) => offer.retail),
    stock: offers.map((offer) => offer.stock),
    altered: alterations.list().map(({ count, example }) => [count, example]),
  }
}

describe('altered prices', () => {
  it('divides prices in kopecks, also beyond the limit of a price in roubles', () => {
    const { retail, altered } = readAll({ minor: { r: 2 } }, [{ r: '412050' }, { r: 12_000_000 }])
    expect(retail).toEqual([4120.5, 120_000])
    expect(altered).toEqual([[2, '412050 → 4120.5']])
  })

  it('divides by the power of ten that a field of the record has', () => {
    const records = [
      { r: 412_000, e: 2 },
      { r: 5300, e: 0 },
      { r: 5400, e: '' },
    ]
    const { retail, altered } = readAll({ minor: { r: 'e' } }, records)
    expect(retail).toEqual([4120, 5300, 5400])
    expect(altered).toEqual([[1, '412000 → 4120']])
  })

  it('divides the prices of a nested list', () => {
    const mapping = { minor: { p: 'e' }, offers: { list: 'l', fields: { retail: 'p' } } }
    expect(readAll(mapping, [{}], [{ p: 412_000, e: 2 }]).retail).toEqual([4120])
  })

  it('counts the prices that another one replaces', () => {
    const fields = {
      article: 'a',
      retail: ['sale', 'full'],
      opt: 'net',
      city: { value: 'Тула' },
    }
    const instead = {
      full: { by: 'sale', rule: 'discount' as const },
      old: { by: 'net', rule: 'vat' as const },
    }
    const { retail, altered } = readAll({ fields, instead }, [
      { sale: 4300, full: 4900 },
      { sale: 0, full: 5000 },
      { sale: '', full: 5100 },
      { sale: 5200, full: 5200, net: 4000, old: 3300 },
    ])
    expect(retail).toEqual([4300, 5000, 5100, 5200])
    expect(altered).toEqual([
      [1, '4900 → 4300'],
      [1, '3300 → 4000'],
    ])
  })

  it('counts the prices of sets', () => {
    const { retail, altered } = readAll({ pieces: { r: 4 } }, [{ r: 20_000 }])
    expect(retail).toEqual([5000])
    expect(altered).toEqual([[1, '20000 : 4']])
  })

  it('takes a status of absence for a stock of 0', () => {
    const fields = {
      article: 'a',
      retail: 'r',
      stock: [{ from: 'status', known: 'absence' as const }, 's'],
      city: { value: 'Тула' },
    }
    const statuses = ['instock', 'outofstock', 'https://schema.org/OutOfStock', 'on_backorder', '']
    const { stock } = readAll(
      { fields },
      statuses.map((status) => ({ r: 5000, s: 4, status })),
    )
    expect(stock).toEqual([4, 0, 0, 0, 4])
  })
})
