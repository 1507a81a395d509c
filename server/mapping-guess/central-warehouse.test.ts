// Specification 10.13

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleFile } from '../import/sample.ts'
import { guessMapping } from './guess.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'central-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Returns the places and stock of each tyre of a list with these columns behind name and price. */
async function placesOf(header: string, rows: readonly string[]) {
  const path = join(folder, 'list.csv')
  const lines = rows.map((row, i) => `Bars UZ20${i} ${185 + i * 10}/65R14 86H;${4800 + i * 70};${row}`)
  await writeFile(path, [`Товар;Цена;${header}`, ...lines].join('\n'))
  const { mapping } = await guessMapping(path)
  const { tyres } = await sampleFile(path, mapping)
  return tyres.map(({ offers }) => offers.map(({ city, warehouse, stock }) => [city, warehouse, stock]))
}

const ROWS = ['8;;', ';4;', '6;;2', '12;3;', ';;5']

describe('guess of columns beside those of towns', () => {
  it.each([
    ['Основной склад', 'Основной склад'],
    ['Центр', 'Центр'],
    ['Центральный', 'Центральный'],
    ['РЦ', 'РЦ'],
    ['Склад', 'Склад'],
  ])('counts %s as a place', async (header, warehouse) => {
    const places = await placesOf(`${header};Омск;Тула`, ROWS)
    expect(places.slice(0, 3)).toEqual([
      [['Не указан', warehouse, 8]],
      [['Омск', '', 4]],
      [
        ['Не указан', warehouse, 6],
        ['Тула', '', 2],
      ],
    ])
  })

  it('counts a place between and behind towns', async () => {
    const places = await placesOf('Омск;Основной склад;Тула;Левый берег', ['1;2;3;4', ';5;;', ';;;6'])
    expect(places.map((offers) => offers.length)).toEqual([4, 1, 1])
    expect(places[2]).toEqual([['Не указан', 'Левый берег', 6]])
  })

  it.each(['Остаток на складе', 'Всего', 'Резерв', 'Склад', 'Общий'])(
    'does not count the sum twice: %s',
    async (header) => {
      const places = await placesOf(`${header};Омск;Тула`, ['5;2;3', '4;4;', '7;;7', '9;8;1'])
      expect(places[0]).toEqual([
        ['Омск', '', 2],
        ['Тула', '', 3],
      ])
    },
  )
})
