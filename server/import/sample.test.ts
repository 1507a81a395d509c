// Specification 10.13

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleFile } from './sample.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sample-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function sampled(content: string, mapping: unknown) {
  const path = join(folder, 'prices')
  await writeFile(path, content)
  return sampleFile(path, mapping)
}

const FIELDS = { article: 'код', name: 'имя', retail: 'цена', city: { value: 'Тула' } }

describe('sampleFile', () => {
  it('returns the first records as they are and as the tyres that they become', async () => {
    const { columns, records, tyres, error, mistakes } = await sampled(
      'код;имя;цена\nA1;Пример;100\n;;\nA2;;x\n',
      {
        fields: FIELDS,
      },
    )
    expect({ error, mistakes }).toEqual({ error: null, mistakes: [] })
    expect(columns).toEqual([
      { name: 'код', examples: ['A1', 'A2'] },
      { name: 'имя', examples: ['Пример'] },
      { name: 'цена', examples: ['100', 'x'] },
    ])
    expect(records).toEqual([
      ['A1', 'Пример', '100'],
      [null, null, null],
      ['A2', null, 'x'],
    ])
    expect(tyres.map(({ line, problem }) => [line, problem])).toEqual([
      [2, null],
      [3, 'заголовок раздела'],
      [4, 'розн. цена: не число'],
    ])
    expect(tyres[0]).toMatchObject({
      specs: { article: 'A1', name: 'Пример', brand: '' },
      offers: [{ city: 'Тула', warehouse: '', retail: 100, opt: null, cost: null, stock: null }],
    })
  })

  it('shows codes and barcodes as they would be imported', async () => {
    const { tyres } = await sampled(
      'код;имя;цена;шк\nA1;Пример;5000;4601234567894 4006381333931\nA2;Пример;5000;4,60123E+12',
      { fields: { name: 'имя', code: 'код', barcode: 'шк', retail: 'цена', city: { value: 'Тула' } } },
    )
    expect(tyres).toMatchObject([
      { code: 'A1', barcode: '4006381333931', specs: { article: '' } },
      { code: 'A2', barcode: '', specs: { article: '' } },
    ])
  })

  it('includes a tyre that is out of stock everywhere, with that problem', async () => {
    const { tyres } = await sampled('код;имя;цена;Тула\nA1;Пример;100;', {
      fields: FIELDS,
      offers: { columns: { Тула: 'Тула' } },
    })
    expect(tyres).toMatchObject([
      { specs: { name: 'Пример' }, offers: [], problem: 'нет остатка ни в одном месте' },
    ])
  })

  it('reads no more than 50 records, however long the file is', async () => {
    const { records, tyres } = await sampled(`код;имя;цена\n${'A1;Пример;100\n'.repeat(500)}`, {
      fields: FIELDS,
    })
    expect([records.length, tyres.length]).toEqual([50, 50])
  })

  it('reports the mistakes of a mapping with their paths', async () => {
    const { mistakes, records } = await sampled('код\nA1', {
      fields: { article: 'код', retail: { form: 'x' } },
    })
    expect(mistakes).toEqual([expect.objectContaining({ path: 'fields.retail' })])
    expect(records).toEqual([])
    expect((await sampled('код\nA1', 'x')).mistakes).toHaveLength(1)
  })

  it('reports why a file cannot be read with the mapping', async () => {
    expect((await sampled('a;b\n1;2', { fields: FIELDS })).error).toContain('нет колонки артикула')
    expect((await sampled('', { fields: FIELDS })).error).toContain('Файл пуст')
    expect((await sampled('код;имя;цена', { fields: FIELDS })).error).toContain('ни одной записи')
  })

  it('numbers records instead of lines in a document that is a single line', async () => {
    const mapping = { fields: { article: 'a', retail: 'p', city: { value: 'Тула' } } }
    const json = await sampled('[{"a":"A1","p":1000},{"a":"A2"},{"a":"A3","p":3000}]', mapping)
    expect(json.numbered).toBe('records')
    expect(json.tyres.map(({ line, problem }) => [line, problem])).toEqual([
      [1, null],
      [2, 'нет цены'],
      [3, null],
    ])
    const xml = await sampled('<r><i><a>A1</a><p>1000</p></i><i><a>A2</a><p>2000</p></i></r>', mapping)
    expect([xml.numbered, xml.tyres[1]?.line]).toEqual(['records', 2])
    const lines = await sampled('{"a":"A1","p":1000}\n{"a":"A2","p":2000}', mapping)
    expect([lines.numbered, lines.tyres[1]?.line]).toEqual(['lines', 2])
    expect((await sampled('a;p\nA1;1000', mapping)).numbered).toBe('lines')
  })

  it("shows a nested list's fields after the record's own", async () => {
    const mapping = {
      fields: { article: 'id', city: { value: 'Тула' } },
      offers: { list: 'at', fields: { retail: 'p' } },
    }
    const { columns, tyres } = await sampled('[{"id":"A1","at":[{"p":5000},{"p":6000}]}]', mapping)
    expect(columns.map(({ name }) => name)).toEqual(['id', 'at[].p'])
    expect(tyres[0]?.offers.map(({ retail }) => retail)).toEqual([5000, 6000])
  })
  it('remarks which of repeated offers are dropped for a cheaper one, with both records', async () => {
    const { remarks } = await sampled(
      'код;имя;цена\nA1;Пример 1;5200\nA2;Пример 2;4000\nA1;Пример 3;4900\n',
      {
        fields: FIELDS,
      },
    )
    expect(remarks).toEqual([
      {
        text: 'Та же шина на том же складе с другой ценой: взята меньшая',
        count: 1,
        examples: [
          {
            lines: [4, 2],
            text: 'взята «Пример 3» розн. цена 4 900, а не «Пример 1» розн. цена 5 200 (Тула)',
          },
        ],
      },
    ])
  })

  it('reports prices far below the usual price of the size', async () => {
    const fields = { ...FIELDS, width: { value: '205' }, height: { value: '55' }, diameter: { value: '16' } }
    const prices = [5200, 520, 5000, 5400]
    const rows = prices.map((price, i) => `A${i};Пример ${i};${price}`)
    const { tyres } = await sampled(['код;имя;цена', ...rows].join('\n'), { fields })
    expect(tyres.map(({ problem }) => problem)).toEqual([
      null,
      'розн. цена: не больше десятой части обычной для размера',
      null,
      null,
    ])
  })

  it('remarks on prices of a hundred times the usual', async () => {
    const fields = { ...FIELDS, width: { value: '205' }, height: { value: '55' }, diameter: { value: '16' } }
    const rows = [520_000, 531_000].map((price, i) => `A${i};Пример ${i};${price}`)
    const { tyres, remarks } = await sampled(['код;имя;цена', ...rows].join('\n'), { fields })
    expect(tyres.map(({ problem }) => problem)).toEqual([null, null])
    expect(remarks).toMatchObject([
      {
        text: 'Цена во много раз больше обычной для размера: вероятно, в копейках',
        count: 2,
        examples: [
          {
            lines: [2],
            text: expect.stringMatching(/^Пример 0: 520\s000 ₽, обычно для 205\/55 R16 — 7\s000 ₽$/),
          },
          { lines: [3] },
        ],
      },
    ])
  })
})
