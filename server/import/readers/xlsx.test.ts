import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { createTestSink } from '../../../tests/support/record-sink.ts'
import { ImportError } from '../import-error.ts'
import type { RecordOptions } from './reader.ts'
import { readXlsx } from './xlsx.ts'

type Sheets = Parameters<typeof writeXlsx>[0]['sheets']

async function read(bytes: Uint8Array, options: RecordOptions = {}) {
  const sink = createTestSink()
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
  }
  await readXlsx(chunks(), options, sink)
  return sink.seen
}

const workbook = (sheets: Sheets) => writeXlsx({ sheets })

describe('readXlsx', () => {
  it('reads a sheet by its header, numbers as numbers', async () => {
    const rows = [
      ['Артикул', 'Цена'],
      ['A1', 5300.5],
      [null, null],
      ['A2', true, 'примечание'],
    ]
    expect(await read(await workbook([{ name: 'Цены', rows }]))).toEqual([
      { line: 2, fields: { Артикул: 'A1', Цена: 5300.5 } },
      { line: 4, fields: { Артикул: 'A2', Цена: 'true' } },
    ])
  })

  it('reads the sheet and header row that the mapping names', async () => {
    const sheets = [
      { name: 'Один', rows: [['x'], ['1']] },
      { name: 'Два', rows: [['Прайс'], ['a', 'b'], ['1', '2']] },
    ]
    const bytes = await workbook(sheets)
    const expected = [{ line: 3, fields: { a: '1', b: '2' } }]
    expect(await read(bytes, { sheet: 'Два', header: 2 })).toEqual(expected)
    expect(await read(bytes, { sheet: 2, header: 2 })).toEqual(expected)
  })

  it('names columns by letters without a header', async () => {
    const bytes = await workbook([{ name: 'Л', rows: [['1', '2']] }])
    expect(await read(bytes, { header: 0 })).toEqual([{ line: 1, fields: { A: '1', B: '2' } }])
  })

  it('reports a file that is not a workbook, and a missing or empty sheet', async () => {
    const bytes = await workbook([{ name: 'Л', rows: [['a'], ['1']] }])
    await expect(read(Buffer.from('PK\u0003\u0004мусор'))).rejects.toThrow(ImportError)
    await expect(read(bytes.subarray(0, 700))).rejects.toThrow(ImportError)
    await expect(read(bytes, { sheet: 'Нет' })).rejects.toThrow(ImportError)
    await expect(read(bytes, { header: 9 })).rejects.toThrow('нет строк')
  })
})
