// Specification 10.13

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { USUAL_LIMITS } from '../import/limits.ts'
import { sampleFile } from '../import/sample.ts'
import { guessMapping } from './guess.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function saved(content: string | Uint8Array): Promise<string> {
  const path = join(folder, 'prices')
  await writeFile(path, content)
  return path
}

const rows = Array.from({ length: 3_000 }, (_, i) => [`A${i}`, `Шина 205/55 R16 ${i}`, 1_000 + i])
const records = rows.map(([code, name, price]) => JSON.stringify({ code, name, price }))
const LISTS: Record<string, () => Promise<string | Uint8Array> | string> = {
  csv: () => `code;name;price\n${rows.map((row) => row.join(';')).join('\n')}`,
  json: () => `[${records.join()}]`,
  jsonl: () => records.join('\n'),
  xml: () =>
    `<r>${rows.map(([code, name]) => `<t code="${code}" price="1"><n>${name}</n></t>`).join('')}</r>`,
  xlsx: () => writeXlsx({ sheets: [{ name: 'Л', rows: [['code', 'name', 'price'], ...rows] }] }),
}
const hasty = { ...USUAL_LIMITS, lookSeconds: 0 }

describe('reading a hostile file', () => {
  it('refuses deeply nested lists', async () => {
    const path = await saved(`[{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`)
    await expect(guessMapping(path)).rejects.toThrow('Вложенность глубже 64 уровней')
  })

  it('does not store long paths of XML elements', async () => {
    const above = Array.from({ length: 50 }, (_, i) => `<${`n${i}`.padEnd(5_000, 'x')}>`).join('')
    await expect(guessMapping(await saved(`<r>${above}${'<a b="1"/>'.repeat(30_000)}`))).rejects.toThrow()
  })

  it.each(Object.keys(LISTS))('limits the time of a guess of %s', async (format) => {
    const path = await saved(await (LISTS[format] as () => string)())
    await expect(guessMapping(path, {}, hasty)).rejects.toThrow('IMPORT_MAX_LOOK_SECONDS')
    await expect(guessMapping(path)).resolves.toMatchObject({ format })
  })

  it.each(Object.keys(LISTS))('limits the time of a sample of %s', async (format) => {
    const path = await saved(await (LISTS[format] as () => string)())
    const mapping = {
      fields: { article: '@code', retail: '@price', name: 'name' },
      optional: ['article', 'name'],
    }
    const named = format === 'xml' ? mapping : { fields: { article: 'code', name: 'name', retail: 'price' } }
    expect((await sampleFile(path, named, hasty)).error).toContain('IMPORT_MAX_LOOK_SECONDS')
    expect((await sampleFile(path, named)).tyres).toHaveLength(50)
  })

  it('refuses a table with too many columns before naming them', async () => {
    const header = Array.from({ length: 100_000 }, (_, i) => `c${i}`).join(';')
    const { error } = await sampleFile(await saved(`${header}\n${header}\n`), {
      format: 'csv',
      fields: { article: 'c1', retail: 'c2' },
    })
    expect(error).toContain('больше 10000 разных полей')
  })
})
