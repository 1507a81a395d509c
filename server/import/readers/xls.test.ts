// Specification 10.12, 10.13

import { utils, write } from '@e965/xlsx'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { runs } from '../../../tests/support/extent.ts'
import { createTestSink } from '../../../tests/support/record-sink.ts'
import { ImportError } from '../errors.ts'
import { USUAL_LIMITS } from '../limits.ts'
import type { RecordOptions } from './reader.ts'
import { readXls } from './xls.ts'

type Sheets = Record<string, unknown[][]>

function workbook(sheets: Sheets): Uint8Array {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  }
  return write(book, { bookType: 'biff8', type: 'buffer' }) as Uint8Array
}

async function read(bytes: Uint8Array, options: RecordOptions = {}) {
  const sink = createTestSink()
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
  }
  await readXls(chunks(), options, sink)
  return sink.seen
}

describe('readXls', () => {
  it('reads a sheet with its header: numbers, texts and dates', async () => {
    const rows = [
      ['Артикул', 'Цена', 'День'],
      ['A1', 5300.5, new Date(Date.UTC(2026, 2, 1))],
      [],
      ['A2', true],
    ]
    expect(await read(workbook({ Цены: rows }))).toEqual([
      { line: 2, fields: { Артикул: 'A1', Цена: 5300.5, День: '2026-03-01' } },
      { line: 4, fields: { Артикул: 'A2', Цена: 'true' } },
    ])
  })

  it('reads the sheet that the mapping names, and reports if there is none', async () => {
    const bytes = workbook({ Один: [['x'], [1]], Два: [['Прайс'], ['a', 'b'], [1, 2]] })
    const expected = [{ line: 3, fields: { a: 1, b: 2 } }]
    expect(await read(bytes, { sheet: 'Два', header: 2 })).toEqual(expected)
    expect(await read(bytes, { sheet: 2, header: 2 })).toEqual(expected)
    await expect(read(bytes, { sheet: 'Три' })).rejects.toThrow('нет листа «Три»')
  })

  it('adds the columns of a joined sheet by its key', async () => {
    const bytes = workbook({
      Цены: [
        ['Код', 'Цена'],
        [1, 100],
        [2, 200],
      ],
      Остатки: [['на 1 марта'], ['Код товара', 'Остаток'], [2, 7]],
    })
    const join = { sheet: 'Остатки', key: 'Код товара', own: 'Код', header: 2 }
    expect(await read(bytes, { join })).toEqual([
      { line: 2, fields: { Код: 1, Цена: 100 } },
      { line: 3, fields: { Код: 2, Цена: 200, 'Остатки!Код товара': 2, 'Остатки!Остаток': 7 } },
    ])
    await expect(read(bytes, { join: { ...join, key: 'Номер' } })).rejects.toThrow('нет колонки «Номер»')
  })

  it('refuses a file beyond the limit', async () => {
    const limits = { ...USUAL_LIMITS, xlsMegabytes: 0.001 }
    await expect(read(workbook({ Лист: [['a'], ['b']] }), { limits })).rejects.toThrow('IMPORT_MAX_XLS_MB')
  })

  it('gives up on a file in which the library loops forever', async () => {
    const bytes = Buffer.from(workbook({ Лист: [['a'], ['b']] }))
    // Marks a cell format (XF) as a FORMULA record, whose length field then lies beyond its end ([MS-XLS] 2.4.353 and
    // 2.4.127).
    const format = bytes.indexOf('e0001400', 'hex')
    expect(format).toBeGreaterThan(0)
    bytes.writeUInt16LE(0x0006, format)
    const limits = { ...USUAL_LIMITS, seconds: 0.1 }
    await expect(read(bytes, { limits })).rejects.toThrow('IMPORT_MAX_SECONDS')
  })

  it('reports a damaged file as unreadable, whatever the damage', async () => {
    const whole = workbook({ Лист: [['a', 'b'], ...Array.from({ length: 50 }, (_, i) => [`t${i}`, i])] })
    const position = fc.integer({ min: 8, max: whole.length - 1 })
    await fc.assert(
      fc.asyncProperty(position, fc.integer({ min: 0, max: 255 }), fc.boolean(), async (at, byte, cut) => {
        const bytes = cut ? whole.slice(0, at) : Uint8Array.from(whole)
        if (!cut) bytes[at] = byte
        try {
          await read(bytes, { limits: { ...USUAL_LIMITS, seconds: 1 } })
        } catch (error) {
          expect(error).toBeInstanceOf(ImportError)
        }
      }),
      { numRuns: runs(60) },
    )
    // The library writes to the console about unknown records.
    vi.mocked(console.error).mockClear()
  })
})
