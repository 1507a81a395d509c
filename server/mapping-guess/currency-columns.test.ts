// Specification 10.13

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { listedName, tyreRows } from '../../tests/support/guessed-list.ts'
import { guessMapping } from './guess.ts'

/** Returns the mapping that is guessed for a list. */
async function guessed(content: string, name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'currency-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, name)
  await writeFile(path, content)
  return (await guessMapping(path)).mapping
}

it.each(['Вал', 'Валюта', 'Код валюты', 'currencyCode'])(
  'reads a column with numbers of currencies: %s',
  async (column) => {
    const [header, ...rows] = tyreRows({ Цена: 5000, [column]: '643' })
    const mixed = rows.map((row, i) => (i % 5 === 0 ? [...row.slice(0, -1), '933'] : row))
    const content = [header ?? [], ...mixed].map((row) => row.join(';')).join('\n')
    expect((await guessed(content, 'list.csv')).currency).toBe(column)
  },
)

it('reads the prices in roubles of an attribute with numbers of currencies', async () => {
  const items = Array.from(
    { length: 20 },
    (_, i) =>
      `<item sku="AR${i}X"><name>${listedName(i)}</name><price code="${i % 5 ? 643 : 933}">${5000 + i}</price></item>`,
  )
  const { fields } = await guessed(`<goods>${items.join('')}</goods>`, 'list.xml')
  expect(fields).toMatchObject({ retail: 'price[643]' })
})
