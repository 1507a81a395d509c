import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleFile } from '../sample.ts'
import { guessFile } from './guess.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lists-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The records of a made-up price list as a guessed mapping reads them. */
async function readAs(name: string, content: string | Uint8Array) {
  const path = join(folder, name)
  await writeFile(path, content)
  const { mapping } = await guessFile(path)
  const { tyres, error, mistakes } = await sampleFile(path, mapping)
  expect({ error, mistakes }).toEqual({ error: null, mistakes: [] })
  return tyres
}

describe('a price list with every notation of sizes', () => {
  it.each([
    ['33x12.50R15LT 108Q', ['33', '12.5', '15', '108', 'Q', 'Внедорожник']],
    ['185R14C 102/100R', ['185', '', '14C', '102/100', 'R', 'Легкогрузовая']],
    ['8.25-20 130/128К', ['8.25', '', '20', '130/128', 'K', 'Грузовая']],
    ['6.50-16 108/107L', ['6.5', '', '16', '108/107', 'L', '']],
    ['255/35ZR19 96(Y)', ['255', '35', '19', '96', 'Y', 'Легковая']],
    ['195/65 Р15 91Т', ['195', '65', '15', '91', 'T', 'Легковая']],
    ['1З5/80 R1З 70Н', ['135', '80', '13', '70', 'H', 'Легковая']],
    ['380/85R24 131A8', ['380', '85', '24', '131', 'A8', '']],
    ['295/80 R22,5 152/148M', ['295', '80', '22.5', '152/148', 'M', 'Грузовая']],
    ['225/75×16С 121/120Р', ['225', '75', '16C', '121/120', 'R', 'Легкогрузовая']],
    ['205/70 R15 LT 104/101Q', ['205', '70', '15', '104/101', 'Q', 'Внедорожник']],
    ['26x9-12 M/T', ['26', '9', '12', '', '', 'Мото']],
  ])('reads %s', async (size, [width, height, diameter, loadIndex, speedIndex, vehicleType]) => {
    const rows = [size, '175/70R13 82T', '185/60R14 82H'].map(
      (text, i) => `A${i}1;Test;${text} Пример;5000;4`,
    )
    const [tyre] = await readAs('sizes.csv', `article;brand;name;price;stock\n${rows.join('\n')}\n`)
    expect(tyre?.specs).toMatchObject({ width, height, diameter, loadIndex, speedIndex, vehicleType })
  })
})
