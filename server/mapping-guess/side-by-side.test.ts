// Specification 10.13

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleFile } from '../import/sample.ts'
import { guessMapping } from './guess.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'beside-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Cell = string | number
const tyre = (name: string, i: number, opt: number): Cell[] => [
  `Viatti ${name} ${185 + i * 10}/65R15 88T`,
  opt + i * 70,
  opt + 700 + i * 70,
]
const HEADER = ['Шина', 'Опт', 'Розница']

async function read(rows: readonly Cell[][], format: 'csv' | 'xlsx' = 'csv') {
  const path = join(folder, `list.${format}`)
  await writeFile(
    path,
    format === 'csv'
      ? rows.map((row) => row.join(';')).join('\n')
      : await writeXlsx({ sheets: [{ name: 'Прайс', rows: [...rows] }] }),
  )
  const guess = await guessMapping(path)
  const { tyres } = await sampleFile(path, guess.mapping)
  return {
    notes: guess.notes.join(),
    stock: new Set(tyres.flatMap(({ offers }) => offers.map((offer) => offer.stock))),
    tyres: tyres
      .filter(({ problem }) => problem === null)
      .map(({ specs, offers: [offer] }) => [specs.season, offer?.opt, offer?.retail]),
  }
}

describe('guess of tables beside each other', () => {
  const rows = [0, 1, 2, 3]
  const summer = rows.map((i) => ['Летняя', 3900 + i * 70, 4600 + i * 70])
  const winter = rows.map((i) => ['Зимняя', 5000 + i * 70, 5700 + i * 70])

  it.each(['csv', 'xlsx'] as const)('reads both, each with the season of its title (%s)', async (format) => {
    const { tyres, notes } = await read(
      [
        ['Летние шины', '', '', '', 'Зимние шины', '', ''],
        [...HEADER, '', ...HEADER],
        ...rows.map((i) => [...tyre('Лето', i, 3900), '', ...tyre('Зима', i, 5000)]),
      ],
      format,
    )
    expect(tyres).toEqual([...summer, ...winter])
    expect(notes).toContain('Таблицы рядом читаются одна за другой: 2')
  })

  it('reads three without a gap and without titles, of different lengths', async () => {
    const { tyres } = await read([
      [...HEADER, ...HEADER, ...HEADER],
      ...rows.map((i) => [
        ...tyre('A', i, 3900),
        ...(i < 3 ? tyre('B', i, 5000) : ['', '', '']),
        ...(i < 2 ? tyre('C', i, 6000) : []),
      ]),
    ])
    expect(tyres.map(([, opt]) => opt)).toEqual([3900, 3970, 4040, 4110, 5000, 5070, 5140, 6000, 6070])
  })

  it('reads tables whose headers are spelled differently, without their row numbers', async () => {
    const { tyres, stock } = await read([
      ['№', 'Шина', 'Опт.', 'Розн.', '№', 'Шина', 'Цена опт', 'Розница'],
      ...rows.map((i): Cell[] => [i + 1, ...tyre('A', i, 3900), i + 5, ...tyre('B', i, 5000)]),
    ])
    expect(tyres.map(([, opt]) => opt)).toEqual([3900, 3970, 4040, 4110, 5000, 5070, 5140, 5210])
    expect(stock).toEqual(new Set([null]))
  })

  it('does not take columns of places for tables', async () => {
    const { notes, tyres } = await read([
      ['Шина', 'Остаток', '', 'Цена опт', ''],
      ['', 'Казань', 'Тула', 'Казань', 'Тула'],
      ...rows.map((i): Cell[] => [`Viatti ${185 + i * 10}/65R15 88T`, 4, 8, 5000 + i, 5100 + i]),
    ])
    expect(notes).not.toContain('Таблицы рядом')
    expect(tyres).toHaveLength(4)
  })
})
