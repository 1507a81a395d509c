// Specification 24.2: each format as its publisher describes it

import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { FEED_COLUMNS, type FeedFormat, type OutletSettings } from '../../../../contract/outlets/outlet.ts'
import { outletSettings } from '../../../../tests/support/outlets.ts'
import type { OutletRow } from '../outlet-store.ts'
import { writeFeed } from './write-feed.ts'

/** Identifiers that spreadsheets, CSV or XML could read as something else. */
const IDS = ['+79001112233', '=1+1', '-7', '@sku', '00123', '1e5', 'A;1,"x"', '<&>', 'A\t1', 'Ё №5', "'8"]

const ROW: Omit<OutletRow, 'id'> = {
  tyre: 'T',
  brand: 'Arktika',
  name: '=cmd|"x"!A0',
  size: '205/55 R16',
  city: 'Томск',
  kind: 'retail',
  price: 5200.5,
  old: 5500,
  day: '2026-04-18',
}
const ROWS: OutletRow[] = IDS.map((id) => ({ ...ROW, id }))
/** Row without anything that is not required. */
const BARE: OutletRow = { ...ROW, id: 'bare', brand: '', name: '', size: '', city: '', old: null, price: 1 }

const all = FEED_COLUMNS.map((id) => ({ id, name: id }))

async function* chunked(rows: OutletRow[]) {
  yield rows.slice(0, 4)
  yield rows.slice(4)
}

const written = (format: FeedFormat, over: Partial<OutletSettings> = {}, rows = ROWS, shop = 'shop.ru') =>
  buffer(
    writeFeed({
      settings: outletSettings({ format, columns: all, ...over }),
      shop,
      publishedAt: Date.parse('2026-04-18T10:00:00Z'),
      outletId: 7,
      chunks: chunked(rows),
    }),
  )

interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

/** Parses XML strictly. */
function parsed(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const last = open.at(-1)
    if (last) last.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return root
}

/** Elements of a format: a content model as a DTD writes it, or the pattern of a text. */
type Rules = Record<string, { of: string | RegExp; attributes?: Record<string, RegExp> }>

/** Returns what an element and those in it have against the rules, with the path of each. */
function faults(element: Element, rules: Rules, path = ''): string[] {
  const { name, attributes, children, text } = element
  const at = `${path}/${name}`
  const rule = rules[name]
  if (!rule) return [`${at} is unknown`]
  const found = children.flatMap((child) => faults(child, rules, at))
  if (typeof rule.of === 'string') {
    const model = rule.of.replace(/[\p{L}_]+/gu, '(?:$&;)').replace(/[,\s]+/g, '')
    const names = children.map((child) => `${child.name};`).join('')
    if (!new RegExp(`^${model}$`).test(names)) found.push(`${at} has ${names} instead of ${rule.of}`)
    if (text.trim() !== '') found.push(`${at} has the text ${text}`)
  } else if (children.length > 0 || !rule.of.test(text)) found.push(`${at} is ${text}`)
  const allowed = rule.attributes ?? {}
  for (const key of Object.keys({ ...attributes, ...allowed }))
    if (!allowed[key]?.test(attributes[key] ?? '')) found.push(`${at} has ${key}=${attributes[key]}`)
  return found
}

const SOME = /^\S(?:[\s\S]{0,500}\S)?$/
const PRICE = /^(?!0$)\d{1,9}(?:\.\d{1,2})?$/

/** Simplified offers of https://yandex.ru/support/marketplace/assortment/auto/yml.html, in the order of shops.dtd. */
const YML: Rules = {
  yml_catalog: { of: 'shop', attributes: { date: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/ } },
  shop: { of: 'name, company, url?, currencies, categories, offers' },
  company: { of: SOME },
  url: { of: /^https:\/\/[\w.-]+\/$/ },
  currencies: { of: 'currency+' },
  currency: { of: /^$/, attributes: { id: /^(?:RUB|RUR)$/, rate: /^1$/ } },
  categories: { of: 'category+' },
  category: { of: SOME, attributes: { id: /^[1-9]\d{0,17}$/ } },
  offers: { of: 'offer+' },
  offer: {
    of: 'price, oldprice?, currencyId, categoryId, name, vendor?, param*',
    attributes: { id: /^.{1,255}$/ },
  },
  price: { of: PRICE },
  oldprice: { of: PRICE },
  currencyId: { of: /^(?:RUB|RUR)$/ },
  categoryId: { of: /^1$/ },
  name: { of: SOME },
  vendor: { of: SOME },
  param: { of: SOME, attributes: { name: SOME } },
}

const IDENTIFIER = /^[\s\S]{1,80}$/
/** Package of offers of CommerceML 2 (https://v8.1c.ru/tekhnologii/obmen-dannymi-i-integratsiya/standarty-i-formaty/). */
const COMMERCE_ML: Rules = {
  КоммерческаяИнформация: {
    of: 'ПакетПредложений',
    attributes: {
      xmlns: /^urn:1C\.ru:commerceml_2$/,
      ВерсияСхемы: /^2\.\d\d$/,
      ДатаФормирования: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
    },
  },
  ПакетПредложений: {
    of: 'Ид?, Наименование, ИдКаталога, ТипыЦен?, Предложения',
    attributes: { СодержитТолькоИзменения: /^(?:true|false)$/ },
  },
  Ид: { of: IDENTIFIER },
  ИдКаталога: { of: IDENTIFIER },
  Наименование: { of: SOME },
  ТипыЦен: { of: 'ТипЦены+' },
  ТипЦены: { of: 'Ид, Наименование, Валюта' },
  Валюта: { of: /^[A-Z]{3}$/ },
  Предложения: { of: 'Предложение+' },
  Предложение: { of: 'Ид, Артикул?, Наименование?, Цены' },
  Артикул: { of: IDENTIFIER },
  Цены: { of: 'Цена+' },
  Цена: { of: 'ИдТипаЦены, ЦенаЗаЕдиницу, Валюта, Коэффициент' },
  ИдТипаЦены: { of: IDENTIFIER },
  ЦенаЗаЕдиницу: { of: PRICE },
  Коэффициент: { of: /^1$/ },
}

const BOTH = ['utf-8', 'windows-1251'] as const
const elements = (element: Element, name: string): Element[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => elements(child, name)),
]

describe.each(BOTH)('writeFeed in %s', (encoding) => {
  it('writes YML by the rules of Yandex, with ids as they are', async () => {
    const xml = new TextDecoder(encoding).decode(await written('yml', { encoding }))
    const [root] = parsed(xml).children
    expect(faults(root as Element, YML)).toEqual([])
    expect(elements(root as Element, 'offer').map(({ attributes }) => attributes.id)).toEqual(IDS)
  })

  it.each(['shop.ru', ''])('writes YML with everything that is required for the shop %j', async (shop) => {
    const columns = all.filter(({ id }) => id === 'id' || id === 'price')
    const named = { ...BARE, id: 'named', brand: 'Arktika', size: '205/55 R16' }
    const xml = new TextDecoder(encoding).decode(
      await written('yml', { encoding, columns }, [BARE, named], shop),
    )
    const [root] = parsed(xml).children
    expect(faults(root as Element, YML)).toEqual([])
    const names = elements(root as Element, 'name').map(({ text }) => text)
    expect(names.slice(1)).toEqual(['bare', 'Arktika 205/55 R16'])
  })

  it('writes CommerceML by the schema of 1С, with ids as they are', async () => {
    for (const [columns, rows] of [
      [all, ROWS],
      [all.slice(0, 1), [BARE]],
    ] as const) {
      const bytes = await written('commerceml', { encoding, columns: [...columns] }, [...rows])
      const [root] = parsed(new TextDecoder(encoding).decode(bytes)).children
      expect(faults(root as Element, COMMERCE_ML)).toEqual([])
      const offers = elements(root as Element, 'Предложение')
      expect(offers.map(({ children }) => children[0]?.text)).toEqual(rows.map(({ id }) => id))
    }
  })

  it.each([';', ',', 'tab'] as const)(
    'writes CSV of RFC 4180 with %j, with texts as they are',
    async (separator) => {
      const text = new TextDecoder(encoding).decode(await written('csv', { encoding, separator }))
      const delimiter = separator === 'tab' ? '\t' : separator
      const cell = `(?:[^"\r\n${delimiter}]*|"(?:[^"]|"")*")`
      const record = `${cell}(?:${delimiter}${cell}){${all.length - 1}}\\r\\n`
      expect(text).toMatch(new RegExp(`^(?:${record}){${ROWS.length + 1}}$`))
      const [header, ...records] = parseCsv(text, { delimiter })
      expect(header).toEqual(all.map(({ name }) => name))
      expect(records.map(([id]) => id)).toEqual(IDS)
      expect(records.every((cells) => cells[2] === ROW.name)).toBe(true)
    },
  )
})

describe('writeFeed', () => {
  it('writes JSON of RFC 8259 with ids as they are', async () => {
    const objects = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(await written('json')),
    ) as Record<string, unknown>[]
    expect(objects.map(({ id }) => id)).toEqual(IDS)
    for (const object of objects) expect(Object.keys(object)).toEqual(all.map(({ name }) => name))
  })

  it('writes an XLSX package by ECMA-376, with ids as they are', async () => {
    const bytes = await written('xlsx')
    const parts = Object.fromEntries(
      Object.entries(unzipSync(bytes)).map(([path, part]) => [path, parsed(strFromU8(part))]),
    )
    const types = elements(parts['[Content_Types].xml'] as Element, 'Override')
    expect(Object.keys(parts)).toEqual(
      expect.arrayContaining(types.map(({ attributes }) => attributes.PartName?.slice(1))),
    )
    const relations = [
      ...elements(parts['_rels/.rels'] as Element, 'Relationship').map(({ attributes }) => attributes.Target),
      ...elements(parts['xl/_rels/workbook.xml.rels'] as Element, 'Relationship').map(
        ({ attributes }) => `xl/${attributes.Target}`,
      ),
    ]
    expect(Object.keys(parts)).toEqual(expect.arrayContaining(relations))
    const { sheets } = await readXlsx(bytes)
    const [header, ...rows] = sheets[0]?.rows ?? []
    expect(header).toEqual(all.map(({ name }) => name))
    expect(rows.map(([id]) => id)).toEqual(IDS)
  })
})
