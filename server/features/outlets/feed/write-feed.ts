import { Readable } from 'node:stream'
import type { FeedFormat } from '../../../../contract/outlets/outlet.ts'
import { CSV_TYPE } from '../../../../contract/spreadsheet/csv.ts'
import { XLSX_TYPE } from '../../../../contract/spreadsheet/xlsx-parts.ts'
import { tableParts, xlsxStream } from '../../../prices/export/xlsx.ts'
import { csvText, type Feed, jsonText, tableColumns } from './feed-tables.ts'
import { commercemlText, ymlText } from './xml-feeds.ts'

/** Media type without its charset, and file name. */
const FILES: Readonly<Record<FeedFormat, { type: string; name: string }>> = {
  csv: { type: CSV_TYPE.replace(/;.*/, ''), name: 'prices.csv' },
  xlsx: { type: XLSX_TYPE, name: 'prices.xlsx' },
  json: { type: 'application/json', name: 'prices.json' },
  yml: { type: 'application/xml', name: 'prices.xml' },
  commerceml: { type: 'application/xml', name: 'offers.xml' },
}

/** Returns the name and the media type of a feed's file. */
export function feedFileOf({ format, encoding }: Feed['settings']): { type: string; name: string } {
  const { type, name } = FILES[format]
  if (format === 'xlsx') return { type, name }
  return { type: `${type}; charset=${format === 'json' ? 'utf-8' : encoding}`, name }
}

const TEXTS: Readonly<Record<Exclude<FeedFormat, 'xlsx'>, (feed: Feed) => AsyncIterable<string>>> = {
  csv: csvText,
  json: jsonText,
  yml: ymlText,
  commerceml: commercemlText,
}

/** Returns a stream of the feed's bytes, which are written while they are sent. */
export function writeFeed(feed: Feed): Readable {
  const { format } = feed.settings
  if (format === 'xlsx')
    return xlsxStream(tableParts({ columns: tableColumns(feed.settings), chunks: feed.chunks }, false))
  return Readable.from(encoded(feed, TEXTS[format](feed)), { objectMode: false })
}

async function* encoded(
  { settings: { format, encoding } }: Feed,
  texts: AsyncIterable<string>,
): AsyncGenerator<Uint8Array> {
  const isNarrow = encoding === 'windows-1251' && format !== 'json'
  const replace = format === 'csv' ? questionMark : characterReference
  for await (const text of texts) yield isNarrow ? windows1251(text, replace) : Buffer.from(text)
}

const decoder = new TextDecoder('windows-1251')

/** Byte without a character: browsers decode it, but XML parsers and others refuse it. */
const UNUSED = 0x98

/** Bytes of windows-1251 by character. */
const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const).filter(
    ([, byte]) => byte !== UNUSED,
  ),
)

/**
 * Encodes a text as windows-1251.
 * @param replace returns what stands for a character that the encoding does not have, in ASCII
 */
export function windows1251(text: string, replace: (character: string) => string): Uint8Array {
  const bytes: number[] = []
  for (const character of text) {
    const byte = BYTES.get(character)
    if (byte !== undefined) bytes.push(byte)
    else for (const sign of replace(character)) bytes.push(sign.charCodeAt(0))
  }
  return Uint8Array.from(bytes)
}

export const isWindows1251 = (text: string): boolean => [...text].every((character) => BYTES.has(character))

/** Stands for a character in a text file. */
export const questionMark = (): string => '?'

/** Stands for a character in XML. */
export const characterReference = (character: string): string => `&#${character.codePointAt(0)};`
