import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Offer, TyreSpecs } from '../prices/offer.ts'
import { createDraft } from '../prices/snapshot-draft.ts'
import { ImportError } from './errors.ts'
import { type ImportOptions, type ImportProgress, importFile } from './import-file.ts'
import { loadMapping } from './load-mapping.ts'
import { FIELD_NAMES, type Mapping } from './mapping.ts'

let folder: string
let canonical: Mapping

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'))
  canonical = await loadMapping('canonical')
})
afterAll(() => rm(folder, { recursive: true }))

async function imported(content: Uint8Array | string, options: Partial<ImportOptions> = {}) {
  const path = join(folder, 'prices')
  await writeFile(path, content)
  const added: { specs: TyreSpecs; offer: Offer }[] = []
  const onTyre = (_: number, specs: TyreSpecs, offers: readonly Offer[]) =>
    added.push(...offers.map((offer) => ({ specs, offer })))
  const draft = createDraft()
  const common = { path, site: 'example.ru', date: '2026-04-18', rejectsDir: join(folder, 'rejects') }
  const summary = await importFile({ ...common, mapping: canonical, draft, onTyre, ...options })
  return { ...summary, added, draft }
}

const HEADER =
  'article,brand,name,width,height,diameter,season,vehicle_type,speed_index,load_index,city,warehouse,retail,opt,cost,stock'
const ROW = 'A1,maxxis,Пример 1,205,55,R16,лето,легковая,V,91,Тула,Север,5300,4100,3900,>40'
const SPECS = {
  article: 'A1',
  brand: 'Maxxis',
  name: 'Пример 1',
  width: '205',
  height: '55',
  diameter: '16',
  season: 'Летняя',
  vehicleType: 'Легковая',
  speedIndex: 'V',
  loadIndex: '91',
}
const OFFER = { city: 'Тула', warehouse: 'Север', retail: 5300, wholesale: 4100, cost: 3900, stock: 40 }

describe('importFile', () => {
  it('reads the canonical format as CSV, XLSX, JSON, JSON Lines and XML, plain and gzipped', async () => {
    const names = HEADER.split(',')
    const cells = ROW.split(',')
    const record = Object.fromEntries(names.map((name, i) => [name, cells[i] as string]))
    const elements = names.map((name) => `<${name}>${record[name]?.replace('>', '&gt;')}</${name}>`).join('')
    const contents = [
      `${HEADER}\n${ROW}`,
      await writeXlsx({ sheets: [{ name: 'Л', rows: [names, cells] }] }),
      JSON.stringify([record]),
      `${JSON.stringify(record)}\n`.repeat(2),
      `<r><item>${elements}</item></r>`,
    ]
    for (const content of contents) {
      for (const bytes of [content, gzipSync(content)]) {
        const { added, bad } = await imported(bytes)
        expect(added[0]).toEqual({ specs: SPECS, offer: OFFER })
        expect(bad).toBe(0)
      }
    }
  })

  it('recognises the column names of the reports', async () => {
    const { added } = await imported(
      'Артикул производителя;Название;Сезон;Город;Опт. цена;Остаток\nA2;Пример 2;Зима;Омск;"4 100,50";',
    )
    expect(added[0]).toMatchObject({
      specs: { article: 'A2', name: 'Пример 2', season: 'Зимняя' },
      offer: { city: 'Омск', retail: null, wholesale: 4100.5, stock: null },
    })
  })

  it('puts the supplier’s codes and the barcodes into the draft', async () => {
    const rows = [
      'A1,100,4601234567893,Пример 1,Тула,5000',
      'A1,101,,Пример 1,Омск,5100',
      ',102,,Пример 2,Тула,6000',
      ',103,4601234567894,Пример 2,Тула,6000',
      ',104,,,Тула,7000',
    ]
    const { draft, filled, bad } = await imported(
      ['article,code,barcode,name,city,opt', ...rows].join('\n'),
      {
        maxBadPercent: 50,
      },
    )
    expect(bad).toBe(1)
    expect(draft.list).toMatchObject([
      { key: 'A1', code: '100', gtin: '04601234567893', offers: 2 },
      { key: '#102', code: '102', gtin: '' },
      { key: '#103', code: '103', gtin: '' },
    ])
    expect(filled).toContainEqual({ field: 'code', share: 1 })
    expect(filled).toContainEqual({ field: 'barcode', share: 0.25 })
  })

  it.each([
    [
      'brinex',
      '<r><item><article>100</article><cae>A1</cae><name>N</name><price>5000</price><count>4</count><stock>Север</stock></item></r>',
    ],
    ['zapaska', '<r><tyres><cae>100</cae><article>A1</article><name>N</name><price>5000</price></tyres></r>'],
    [
      'yml',
      '<r><offer id="7"><vendorCode>A1</vendorCode><shop-sku>100</shop-sku><barcode>4601234567893</barcode><name>N</name><price>5000</price></offer></r>',
    ],
  ])('distinguishes the articles from the codes of %s', async (name, content) => {
    const { draft } = await imported(content, { mapping: await loadMapping(name), allowEmpty: FIELD_NAMES })
    const gtin = name === 'yml' ? '04601234567893' : ''
    expect(draft.list).toMatchObject([{ specs: { article: 'A1' }, code: '100', gtin }])
  })

  it('fails if no record has a mapped code or barcode', async () => {
    const fields = { article: 'article', code: 'id', barcode: 'ean', opt: 'opt', city: { value: 'Тула' } }
    const file = 'article,id,ean,opt\nA1,,4601234567894,5000\nA2,"1,2E+9",,5000'
    await expect(imported(file, { mapping: { fields } })).rejects.toThrow('code ← «id»\n  barcode ← «ean»')
    const { filled } = await imported(file, {
      mapping: { fields, optional: ['code'] },
      allowEmpty: ['barcode'],
    })
    expect(filled).toContainEqual({ field: 'barcode', share: 0 })
  })

  it('counts records, reports progress and writes the rejects file', async () => {
    const seen: ImportProgress[] = []
    const rows = [
      ROW,
      'A2,,,,,,,,,,Тула,,,,,',
      ROW,
      ',,,,,,,,,,,,,,,',
      `${ROW},лишнее`,
      ROW,
      ROW,
      ROW,
      ROW,
      ROW,
      ROW,
    ]
    const { added, draft, rejectsFile, filled, ...summary } = await imported([HEADER, ...rows].join('\n'), {
      onProgress: (progress) => seen.push(progress),
    })
    expect(summary).toEqual({
      records: 10,
      offers: 8,
      tyres: 1,
      bad: 2,
      skipped: 1,
      others: { count: 0, examples: [] },
      reasons: [
        { reason: 'нет цены', count: 1 },
        { reason: 'полей больше, чем колонок', count: 1 },
      ],
      remarks: [],
      numbered: 'lines',
      reading: expect.objectContaining({
        tyres: 1,
        left: new Map([
          ['empty', 1],
          ['rejected', 2],
          ['repeated', 7],
        ]),
      }),
    })
    expect(added).toHaveLength(8)
    expect(seen.at(-1)).toMatchObject({ bytesRead: seen[0]?.bytesTotal })
    expect(filled.find(({ field }) => field === 'retail')).toEqual({ field: 'retail', share: 1 })
    expect(rejectsFile).toBe(join(folder, 'rejects', 'example.ru-2026-04-18.rejects.jsonl'))
    const lines = (await readFile(rejectsFile as string, 'utf8')).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { line: 3, reason: 'нет цены', record: { article: 'A2', city: 'Тула' } },
      { line: 6, reason: 'полей больше, чем колонок', record: `${ROW},лишнее` },
    ])
    expect((await imported(`${HEADER}\n${ROW}`)).rejectsFile).toBeNull()
    await expect(readFile(rejectsFile as string)).rejects.toThrow('ENOENT')
  })

  it('refuses a file with too many bad records', async () => {
    const bad = 'A2,,,,,,,,,,Тула,,,,,'
    const file = [HEADER, ROW, ROW, ROW, bad].join('\n')
    await expect(imported(file)).rejects.toMatchObject({
      message: 'Плохих записей 25,0 % (1 из 4), допускается 20 %: нет цены — 1',
      where: expect.stringMatching(/^\. Подробности: .*rejects\.jsonl$/),
    })
    expect((await imported(file, { maxBadPercent: 25 })).bad).toBe(1)
    await expect(imported([HEADER, bad].join('\n'), { maxBadPercent: 100 })).rejects.toThrow(
      'ни одной пригодной',
    )
    await expect(imported(HEADER)).rejects.toThrow('ни одной записи')
  })

  it('fails at once if a table lacks the mapped columns', async () => {
    await expect(imported('foo,bar\n1,2')).rejects.toThrow(/нет колонки артикула или названия .*foo, bar/)
    await expect(imported('article,bar\n1,2')).rejects.toThrow(/нет колонки цены/)
  })

  it('reports what is wrong with a file', async () => {
    const xml: Mapping = { ...canonical, format: 'xml' }
    await expect(imported('')).rejects.toThrow(ImportError)
    await expect(imported('<r><item>', { mapping: xml })).rejects.toThrow('XML повреждён')
    await expect(imported(Buffer.concat([Buffer.from('артикул;цена'), Buffer.from([0xff])]))).rejects.toThrow(
      'не в кодировке UTF-8',
    )
    const workbook = await writeXlsx({ sheets: [{ name: 'Л', rows: [['a'], ['b']] }] })
    await expect(imported(workbook, { mapping: xml })).rejects.toThrow('Файл — XLSX или архив ZIP')
    await expect(imported('PK\u0003\u0004', { mapping: xml })).rejects.toThrow(
      'Архив ZIP или файл XLSX повреждён',
    )
    const cut = gzipSync(`${HEADER}\n${`${ROW}\n`.repeat(5000)}`)
    await expect(imported(cut.subarray(0, cut.length - 30))).rejects.toThrow('gzip обрывается')
  })

  it('reads windows-1251 if the mapping names that encoding', async () => {
    const cyrillic = [...'Пример'].map((letter) => letter.charCodeAt(0) - 0x410 + 0xc0)
    const file = Buffer.concat([
      Buffer.from('article,name,city,opt\n1,'),
      Buffer.from(cyrillic),
      Buffer.from(',x,5000'),
    ])
    const { added } = await imported(file, { mapping: { ...canonical, encoding: 'windows-1251' } })
    expect(added[0]?.specs.name).toBe('Пример')
  })

  it('propagates errors of the draft', async () => {
    const failing = {
      ...createDraft(),
      add() {
        throw new TypeError('the draft is broken')
      },
    }
    await expect(imported(`${HEADER}\n${ROW}`, { draft: failing })).rejects.toThrow(TypeError)
  })
})
