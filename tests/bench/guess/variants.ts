import { SPEC_NAMES } from '../../../contract/tyre/tyre-specs.ts'
import type { RawCell } from '../../../server/import/readers/columns.ts'
import { NO_IDS } from '../../../server/prices/listings/listing.ts'
import { DIALECTS, type Dialect, type DialectName, type Role } from './dialects.ts'
import type { Arrived, Feed } from './feed.ts'
import { offerRows, placeRows, rolesOf, type Sheet } from './sheet.ts'
import { csv, gz, utf16, windows1251, xls, xlsx, xml, xmlAttributes, yml, zip } from './write.ts'

/** A file derived from a feed, and the expected result of reading it. */
interface Variant {
  name: string
  file: string
  content: string | Uint8Array
  /** expected records, by line of a table or by number of the record in XML and JSON */
  expected: ReadonlyMap<number, Arrived>
}

type Make = (feed: Feed) => Promise<Variant | null> | Variant | null

const SPEC_ROLES: readonly Role[] = SPEC_NAMES

/** Returns the expected record reduced to the roles that the columns state or from which they can be derived. */
function told(truth: Arrived, roles: readonly Role[], derived: readonly Role[]): Arrived {
  const known = new Set<string>([...roles, ...derived])
  const specs = Object.fromEntries(
    Object.entries(truth.specs).map(([field, value]) => [field, known.has(field) ? value : '']),
  ) as Arrived['specs']
  return { ...truth, specs }
}

interface TableOptions {
  dialect: DialectName
  /** roles without a column, and those of them whose values can be derived from other columns */
  without?: readonly Role[]
  derived?: readonly Role[]
  added?: readonly Role[]
  reversed?: boolean
  format?: (role: Role, value: RawCell) => RawCell
}

function table(feed: Feed, options: TableOptions): Sheet {
  const names: Dialect = DIALECTS[options.dialect]
  const own = rolesOf(feed).filter((role) => !options.without?.includes(role))
  const all: Role[] = [...own, ...(options.added ?? [])]
  const roles = options.reversed ? all.reverse() : all
  const sheet = offerRows(feed, roles, names)
  const { format } = options
  return {
    columns: sheet.columns,
    rows: sheet.rows.map(({ cells, truth }) => ({
      cells: format ? cells.map((cell, i) => format(roles[i] as Role, cell)) : cells,
      truth: told(truth, roles, options.derived ?? []),
    })),
  }
}

const lines = (rows: Sheet['rows'], first: number) => new Map(rows.map(({ truth }, i) => [first + i, truth]))
const numbers = (truths: readonly Arrived[]) => new Map(truths.map((truth, i) => [i, truth]))
const all = ({ columns, rows }: Sheet): RawCell[][] => [columns, ...rows.map(({ cells }) => cells)]
const objects = ({ columns, rows }: Sheet) =>
  rows.map(({ cells }) =>
    Object.fromEntries(columns.map((name, i) => [name, cells[i]]).filter(([, cell]) => cell !== '')),
  )

const TITLES: RawCell[][] = [
  ['', 'Прайс-лист ООО «Пример»'],
  ['', 'Цены действительны на 15.01.2026'],
  [],
  ['', 'тел. +7 (000) 000-00-00', '', 'заказы до 17:00'],
]

/** Formats prices as '5 300,00 руб.'. */
const inRoubles = (role: Role, value: RawCell): RawCell =>
  typeof value === 'number' && (role === 'retail' || role === 'opt')
    ? `${Math.trunc(value)
        .toString()
        .replace(/\B(?=(?:\d{3})+$)/g, '\u00a0')},00 руб.`
    : value
const moreThan = (role: Role, value: RawCell): RawCell =>
  role === 'stock' && typeof value === 'number' && value > 20 ? 'более 20' : value
const atMost = (truth: Arrived): Arrived => ({
  ...truth,
  offers: truth.offers.map((offer) => ({
    ...offer,
    stock: offer.stock === null ? null : Math.min(offer.stock, 20),
  })),
})
const withR = (role: Role, value: RawCell): RawCell =>
  role === 'diameter' && value !== '' ? `R${value}` : value

/** Inserts a section heading before groups of rows. */
function withSections(sheet: Sheet, first: number): { rows: RawCell[][]; expected: Map<number, Arrived> } {
  const rows: RawCell[][] = []
  const expected = new Map<number, Arrived>()
  for (const [i, { cells, truth }] of sheet.rows.entries()) {
    if (i % 25 === 0) rows.push(['', `Раздел ${i / 25 + 1}`, ...cells.slice(2).map(() => '')])
    expected.set(first + rows.length, truth)
    rows.push(cells)
  }
  return { rows, expected }
}

const IN_NAME: readonly Role[] = ['width', 'height', 'diameter', 'loadIndex', 'speedIndex']

/** Return whether nearly all names contain the size, or the brand. */
const sized = (feed: Feed) => share(feed, ({ specs }) => /\d{2,3}\/\d{2}.{0,4}R?\d\d/.test(specs.name)) > 0.9
const branded = (feed: Feed) =>
  share(feed, ({ specs }) =>
    specs.name.toLowerCase().includes(specs.brand.toLowerCase().split(' ')[0] ?? ''),
  ) > 0.99
const share = (feed: Feed, is: (one: Arrived) => boolean) =>
  feed.records.filter(is).length / feed.records.length
const has = (feed: Feed, ...roles: Role[]) => roles.every((role) => rolesOf(feed).includes(role))

const simple =
  (
    name: string,
    file: string,
    options: TableOptions,
    write: (sheet: Sheet) => string | Uint8Array | Promise<string | Uint8Array>,
    fits: (feed: Feed) => boolean = () => true,
    isDocument = false,
  ): Make =>
  async (feed) => {
    if (!fits(feed)) return null
    const sheet = table(feed, options)
    const expected = isDocument ? numbers(sheet.rows.map(({ truth }) => truth)) : lines(sheet.rows, 2)
    return { name, file, content: await write(sheet), expected }
  }

/** Renames and reorders the feed's columns; their values are unchanged. */
const renamed =
  (
    dialect: DialectName,
    file: string,
    write: (sheet: Sheet) => string | Uint8Array | Promise<string | Uint8Array>,
    isDocument: boolean,
  ): Make =>
  async (feed) => {
    const { mapping, records } = feed
    if (mapping.offers?.list || mapping.records?.header === 0) return null
    const names = DIALECTS[dialect] as Readonly<Record<string, string>>
    const roleOf = new Map<string, string>()
    for (const [role, source] of Object.entries(mapping.fields)) {
      const first = [source].flat()[0]
      if (typeof first === 'string' && !first.startsWith('$')) roleOf.set(first, role)
      const last = [source].flat().at(-1)
      if (typeof last === 'string' && !last.startsWith('$')) roleOf.set(last, role)
    }
    const prefix = mapping.offers?.prefix
    const columns = [...new Set(records.flatMap(({ cells }) => Object.keys(cells)))]
      .filter((name) => !name.startsWith('$'))
      .reverse()
    const used = new Set<string>()
    const titles = columns.map((name) => {
      const role = roleOf.get(name)
      const title =
        prefix && name.startsWith(prefix)
          ? `${names.stock}_${name.slice(prefix.length)}`
          : role
            ? (names[role] as string)
            : name
      const unique = used.has(title) ? name : title
      used.add(unique)
      return unique
    })
    const sheet: Sheet = {
      columns: titles,
      rows: records.map(({ cells, specs, ids, offers }) => ({
        cells: columns.map((name) => cells[name] ?? ''),
        truth: { specs, ids, offers },
      })),
    }
    const expected = isDocument ? numbers(records) : lines(sheet.rows, 2)
    return { name: `own columns, renamed: ${dialect}`, file, content: await write(sheet), expected }
  }

const element = (sheet: Sheet) =>
  xml(
    'catalog',
    'product',
    objects({
      ...sheet,
      columns: sheet.columns.map((name) => name.replace(/[^\p{L}\p{N}_.]+/gu, '_').replace(/^\d/, '_')),
    }),
  )

/** Kinds of variants. A feed gets every kind that fits it. */
export const VARIANTS: readonly Make[] = [
  renamed('b2b', 'export.csv', (sheet) => csv(all(sheet), ','), false),
  renamed('shop', 'export.xlsx', (sheet) => xlsx({ Лист1: all(sheet) }), false),
  renamed('translit', 'export.xml', element, true),
  simple(
    'CSV in windows-1251, prices with a currency',
    'prices.csv',
    { dialect: 'ones', format: inRoubles },
    (sheet) => windows1251(csv(all(sheet), ';')),
  ),
  simple(
    'CSV with tabs in UTF-16, columns reversed',
    'prices.txt',
    { dialect: 'short', reversed: true },
    (sheet) => utf16(csv(all(sheet), '\t')),
  ),
  simple(
    'JSON within objects, zipped',
    'data.zip',
    { dialect: 'camel' },
    (sheet) =>
      zip(
        'data.json',
        JSON.stringify({ status: 'ok', warehouses: [{ id: 1 }], data: { total: 1, items: objects(sheet) } }),
      ),
    undefined,
    true,
  ),
  simple(
    'JSON Lines, gzipped',
    'data.jsonl.gz',
    { dialect: 'screaming', reversed: true },
    (sheet) =>
      gz(
        objects(sheet)
          .map((one) => JSON.stringify(one))
          .join('\n'),
      ),
    undefined,
    true,
  ),
  simple(
    'XML with attributes',
    'goods.xml',
    { dialect: 'camel', format: withR },
    (sheet) => xmlAttributes('goods', 'good', objects(sheet)),
    undefined,
    true,
  ),
  simple('XLS, English names', 'stock.xls', { dialect: 'b2b' }, (sheet) => xls({ Sheet1: all(sheet) })),
  simple(
    'size only in the name',
    'price.csv',
    { dialect: 'ukrainian', without: IN_NAME, derived: IN_NAME },
    (sheet) => csv(all(sheet), ';'),
    sized,
  ),
  simple(
    'brand and size only in the name',
    'price.xlsx',
    { dialect: 'shop', without: [...IN_NAME, 'brand'], derived: [...IN_NAME, 'brand'] },
    (sheet) => xlsx({ TDSheet: all(sheet) }),
    (feed) => sized(feed) && branded(feed),
  ),
  simple(
    'size and indices in columns of their own',
    'price.csv',
    { dialect: 'ones', without: IN_NAME, derived: IN_NAME, added: ['size', 'indexes'] },
    (sheet) => csv(all(sheet), '|'),
    (feed) => has(feed, 'width', 'loadIndex'),
  ),
  async (feed) => {
    const sheet = table(feed, { dialect: 'ones' })
    const rows = [...TITLES, ...all(sheet)]
    return {
      name: 'titles above the header',
      file: 'price.xls',
      content: xls({ TDSheet: rows }),
      expected: lines(sheet.rows, TITLES.length + 2),
    }
  },
  (feed) => {
    const sheet = table(feed, { dialect: 'shop', format: moreThan })
    const capped = { ...sheet, rows: sheet.rows.map((row) => ({ ...row, truth: atMost(row.truth) })) }
    const { rows, expected } = withSections(capped, TITLES.length + 2)
    return {
      name: 'titles and section rows, stock as more than 20',
      file: 'price.csv',
      content: windows1251(csv([...TITLES, sheet.columns, ...rows], ';')),
      expected,
    }
  },
  async (feed) => wide(feed, 'a column of stock for each city', 'ones', ['stock'], (city) => city),
  async (feed) =>
    wide(
      feed,
      'columns of stock and price for each city',
      'ones',
      ['stock', 'opt'],
      (city, held) => `${held === 'stock' ? 'Остаток' : 'Цена опт'} ${city}`,
    ),
  async (feed) => twoRows(feed),
  async (feed) => twoSheets(feed),
  async (feed) => seasons(feed),
  (feed) => nested(feed),
  (feed) => market(feed),
]

const cities = (feed: Feed) =>
  new Set(feed.records.flatMap(({ offers }) => offers.map(({ city }) => city))).size

async function wide(
  feed: Feed,
  name: string,
  dialect: DialectName,
  held: readonly ('stock' | 'opt')[],
  nameOf: (city: string, held: string) => string,
): Promise<Variant | null> {
  if (cities(feed) < 2 || !has(feed, ...held)) return null
  const roles = rolesOf(feed).filter(
    (role) => role !== 'city' && role !== 'warehouse' && !(held as readonly Role[]).includes(role),
  )
  const sheet = placeRows(feed, roles, DIALECTS[dialect], held, nameOf)
  const rows = sheet.rows.map((row) => ({ ...row, truth: told(row.truth, roles, []) }))
  return {
    name,
    file: 'cities.xlsx',
    content: await xlsx({ Прайс: all({ ...sheet, rows }) }),
    expected: lines(rows, 2),
  }
}

async function twoRows(feed: Feed): Promise<Variant | null> {
  if (cities(feed) < 2 || !has(feed, 'stock', 'opt')) return null
  const roles = rolesOf(feed).filter((role) => !['city', 'warehouse', 'stock', 'opt'].includes(role))
  const sheet = placeRows(feed, roles, DIALECTS.ones, ['stock', 'opt'], (city) => city)
  const rows = sheet.rows.map((row) => ({ ...row, truth: told(row.truth, roles, []) }))
  const cells = [['Прайс-лист'], [], sheet.upper, sheet.lower, ...rows.map((row) => row.cells)]
  return {
    name: 'a header of two rows',
    file: 'cities.xls',
    content: xls({ Прайс: cells }),
    expected: lines(rows, 5),
  }
}

async function twoSheets(feed: Feed): Promise<Variant | null> {
  if (!has(feed, 'article', 'stock')) return null
  const tyres = [
    ...new Map(
      feed.records.filter(({ specs }) => specs.article).map((record) => [record.specs.article, record]),
    ).values(),
  ]
  const single = {
    ...feed,
    records: tyres.map((record) => ({ ...record, offers: record.offers.slice(0, 1) })),
  }
  const roles = rolesOf(single).filter((role) => role !== 'stock' && role !== 'city' && role !== 'warehouse')
  const goods = offerRows(single, roles, DIALECTS.ones)
  const stock = offerRows(single, ['article', 'stock'], DIALECTS.ones)
  const rows = goods.rows.map(({ cells, truth }, i) => ({
    cells,
    truth: told(
      {
        ...truth,
        offers: truth.offers.map((offer) => ({
          ...offer,
          stock: stock.rows[i]?.truth.offers[0]?.stock ?? null,
        })),
      },
      roles,
      [],
    ),
  }))
  const sheets = {
    Цены: all({ ...goods, rows }),
    Остатки: [stock.columns, ...stock.rows.map(({ cells }) => cells).reverse()],
  }
  return {
    name: 'prices in one sheet, stock in another',
    file: 'two.xlsx',
    content: await xlsx(sheets),
    expected: lines(rows, 2),
  }
}

const SEASON_SHEETS = { Лето: 'Летняя', Зима: 'Зимняя', Всесезонные: 'Всесезонная' } as const

/** Returns a workbook with a sheet per season; every second sheet has its columns in another order. */
async function seasons(feed: Feed): Promise<Variant | null> {
  const sheet = table(feed, { dialect: 'ones', without: ['season'], derived: ['season'] })
  const present = Object.entries(SEASON_SHEETS)
    .map(([name, season]) => ({
      name,
      rows: sheet.rows.filter(({ truth }) => truth.specs.season === season),
    }))
    .filter(({ rows }) => rows.length > 5)
  if (present.length < 2) return null
  const sheets = Object.fromEntries(
    present.map(({ name, rows }, i) => {
      const ordered = all({ ...sheet, rows }).map((cells) => (i % 2 === 0 ? cells : [...cells].reverse()))
      return [name, i % 2 === 0 ? ordered : [...TITLES, ...ordered]]
    }),
  )
  return {
    name: 'a sheet for each season',
    file: 'seasons.sheets.xlsx',
    content: await xlsx(sheets),
    expected: numbers(present.flatMap(({ rows }) => rows.map(({ truth }) => truth))),
  }
}

/** Returns JSON with one object per tyre, which contains a list of the tyre's offers. */
function nested(feed: Feed): Variant {
  const roles = rolesOf(feed).filter((role) => SPEC_ROLES.includes(role))
  const names = DIALECTS.camel
  const offerRoles = rolesOf(feed).filter((role) => !SPEC_ROLES.includes(role))
  const sheet = offerRows(
    { ...feed, records: feed.records.map((record) => ({ ...record, offers: record.offers.slice(0, 1) })) },
    roles,
    names,
  )
  const items = feed.records.map(({ specs, ids, offers }) =>
    offerRows({ ...feed, records: [{ specs, ids, offers, cells: {}, items: [] }] }, offerRoles, names),
  )
  const values = objects(sheet).map((object, i) => ({ ...object, offers: objects(items[i] as Sheet) }))
  const expected = numbers(
    feed.records.map(({ specs, offers }) =>
      told(
        {
          specs,
          ids: NO_IDS,
          offers: offers.map((offer) => ({
            ...offer,
            city: offerRoles.includes('city') ? offer.city : 'Не указан',
          })),
        },
        roles,
        [],
      ),
    ),
  )
  return { name: 'a nested list of offers', file: 'feed.xml', content: xml('feed', 'tyre', values), expected }
}

/** Returns a file in Yandex Market's format with the values as params. */
function market(feed: Feed): Variant | null {
  if (!has(feed, 'retail')) return null
  const names = DIALECTS.shop
  const roles = rolesOf(feed)
  const sheet = offerRows(feed, roles, names)
  const at = (role: Role) => roles.indexOf(role)
  const offers = sheet.rows.map(({ cells }) => {
    const value = (role: Role) => (at(role) === -1 ? '' : (cells[at(role)] ?? ''))
    const params: readonly Role[] = [
      'width',
      'height',
      'diameter',
      'season',
      'vehicleType',
      'loadIndex',
      'speedIndex',
      'city',
      'warehouse',
      'opt',
      'stock',
    ]
    return {
      fields: {
        url: 'https://example.ru/p/1',
        price: value('retail'),
        vendor: value('brand'),
        vendorCode: value('article'),
        name: value('name'),
      },
      params: Object.fromEntries(
        params.filter((role) => at(role) !== -1).map((role) => [names[role], value(role)]),
      ),
    }
  })
  const shown: Role[] = roles.filter((role) => role !== 'cost')
  return {
    name: 'YML with params',
    file: 'yml.xml',
    content: yml(offers),
    expected: numbers(offerRows(feed, shown, names).rows.map(({ truth }) => told(truth, shown, []))),
  }
}
