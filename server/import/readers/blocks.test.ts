// Specification 10.13

import { describe, expect, it } from 'vitest'
import { USUAL_LIMITS } from '../limits.ts'
import { createBlocks } from './blocks.ts'
import { Columns, type RawCell } from './columns.ts'
import { csvReader } from './csv.ts'
import type { TakeRow } from './reader.ts'
import { readSheetRecords } from './sheet-records.ts'

const BLOCKS = [
  { from: 1, to: 2 },
  { from: 4, to: 5 },
]
const ROWS: RawCell[][] = [
  ['ООО «Пример»', '', '', '', ''],
  ['Летние', '', '', 'Зимние', ''],
  ['Шина', 'Цена', '', 'Шина', 'Цена'],
  ['A', 1, '', 'X', 7],
  ['', '', '', 'Y', 8],
  ['B', 2],
]
const READ: [RawCell[], number][] = [
  [['Летние', ''], 2],
  [['A', 1], 4],
  [['B', 2], 6],
  [['Зимние', ''], 2],
  [['X', 7], 4],
  [['Y', 8], 5],
]

function sinkOf() {
  const records: [RawCell[], number][] = []
  const columns = new Columns()
  return {
    records,
    columns,
    itemColumns: new Columns(),
    record: (cells: RawCell[], line: number) => records.push([cells, line]),
    broken() {},
  }
}

describe('tables beside each other', () => {
  it('are read one below the other, each under its title', () => {
    const sink = sinkOf()
    const reader = csvReader({ header: 3, delimiter: ';', blocks: BLOCKS }, sink)
    reader.push(ROWS.map((row) => row.join(';')).join('\n'))
    reader.end()
    expect(sink.columns.names).toEqual(['Шина', 'Цена'])
    expect(sink.records).toEqual(READ.map(([cells, line]) => [cells.map(String), line]))
  })

  it('are read so from a sheet', async () => {
    const sink = sinkOf()
    const book = {
      names: ['Лист1'],
      visible: ['Лист1'],
      read: (_: string | number, take: TakeRow) => {
        for (const [i, cells] of ROWS.entries()) take(i + 1, [...cells], [])
      },
    }
    await readSheetRecords(book, { header: 3, blocks: BLOCKS }, sink)
    expect(sink.columns.names).toEqual(['Шина', 'Цена'])
    expect(sink.records).toEqual(READ)
  })

  it('store no more rows than an import may have', () => {
    const blocks = createBlocks(BLOCKS, () => {}, { ...USUAL_LIMITS, records: 2 })
    const row = ['A', 1, '', 'X', 7]
    for (const line of [1, 2]) blocks.row(row, line)
    expect(() => blocks.row(row, 3)).toThrow()
  })
})
