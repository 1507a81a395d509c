import { gzipSync } from 'node:zlib'
import { utils, write } from '@e965/xlsx'
import { zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import type { RawCell } from '../../../server/import/readers/columns.ts'

type Rows = readonly (readonly RawCell[])[]
type Records = readonly Readonly<Record<string, unknown>>[]

export function csv(rows: Rows, delimiter: string): string {
  const cell = (value: RawCell) => {
    // Removes line breaks, because rows are compared by line number.
    const text = String(value ?? '').replace(/\s*[\r\n]\s*/g, ' ')
    return /"/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return rows.map((row) => row.map(cell).join(delimiter)).join('\r\n')
}

/** Encodes text in Windows-1251. Characters missing in this encoding become question marks, as usual in programs. */
export function windows1251(text: string): Buffer {
  const codes = new Map<string, number>()
  const decoder = new TextDecoder('windows-1251')
  for (let byte = 0; byte < 256; byte++) codes.set(decoder.decode(Uint8Array.of(byte)), byte)
  return Buffer.from([...text].map((char) => codes.get(char) ?? 63))
}

export const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')

type Sheets = Readonly<Record<string, Rows>>

export async function xlsx(sheets: Sheets): Promise<Uint8Array> {
  return writeXlsx({
    sheets: Object.entries(sheets).map(([name, rows]) => ({
      name,
      rows: rows.map((row) => row.map((cell) => (cell === undefined || cell === '' ? null : cell))),
    })),
  })
}

export function xls(sheets: Sheets): Uint8Array {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows as unknown[][]), name)
  }
  return write(book, { bookType: 'biff8', type: 'buffer' }) as Uint8Array
}

const escaped = (value: unknown) =>
  String(value ?? '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')

/** Writes XML. A list becomes a container whose children are named with its singular. */
export function xml(root: string, element: string, records: Records): string {
  const member = ([name, value]: [string, unknown]): string =>
    Array.isArray(value)
      ? `<${name}>${value.map((item) => `<item>${Object.entries(item).map(member).join('')}</item>`).join('')}</${name}>`
      : value === '' || value === undefined
        ? ''
        : `<${name}>${escaped(value)}</${name}>`
  const lines = records.map(
    (record) => `<${element}>${Object.entries(record).map(member).join('')}</${element}>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>\n${lines.join('\n')}\n</${root}>`
}

/** Writes XML with all values as attributes. */
export function xmlAttributes(root: string, element: string, records: Records): string {
  const lines = records.map(
    (record) =>
      `<${element} ${Object.entries(record)
        .filter(([, value]) => value !== '' && value !== undefined)
        .map(([name, value]) => `${name}="${escaped(value)}"`)
        .join(' ')}/>`,
  )
  return `<?xml version="1.0"?>\n<${root}>\n${lines.join('\n')}\n</${root}>`
}

export interface YmlOffer {
  fields: Readonly<Record<string, unknown>>
  params: Readonly<Record<string, unknown>>
}

export function yml(offers: readonly YmlOffer[]): string {
  const lines = offers.map(({ fields, params }, i) => {
    const elements = Object.entries(fields).map(([name, value]) => `<${name}>${escaped(value)}</${name}>`)
    const named = Object.entries(params)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `<param name="${escaped(name)}">${escaped(value)}</param>`)
    return `<offer id="${i + 1}" available="true"><currencyId>RUR</currencyId><categoryId>2</categoryId>${elements.join('')}${named.join('')}</offer>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<yml_catalog date="2026-01-15 08:00"><shop><name>Пример</name><company>Пример</company><url>https://example.ru</url>
<currencies><currency id="RUR" rate="1"/></currencies>
<categories><category id="1">Автотовары</category><category id="2" parentId="1">Шины</category></categories>
<offers>\n${lines.join('\n')}\n</offers></shop></yml_catalog>`
}

export const gz = (content: string | Uint8Array): Uint8Array => gzipSync(content)

export const zip = (name: string, content: string | Uint8Array): Uint8Array =>
  zipSync({
    'readme/': new Uint8Array(),
    [name]: typeof content === 'string' ? Buffer.from(content) : content,
  })
