// Specification 10.12, 10.13

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { utils, write } from '@e965/xlsx'
import { zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleFile } from '../sample.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'damage-'))
})
afterAll(() => rm(folder, { recursive: true }))

const DIRECTORY = 'PK\u0001\u0002'
const csv = Buffer.from('a;b\n'.repeat(20_000))

/** Returns an archive with another value at an offset of each directory entry. */
function changed(bytes: Uint8Array, offset: number, value: number): Buffer {
  const copy = Buffer.from(bytes)
  for (
    let at = copy.indexOf(DIRECTORY, 0, 'latin1');
    at !== -1;
    at = copy.indexOf(DIRECTORY, at + 4, 'latin1')
  )
    copy.writeUInt16LE(value, at + offset)
  return copy
}

const workbook = () =>
  writeXlsx({
    sheets: [
      {
        name: 'Л',
        rows: [
          ['a', 'b'],
          ['x'.repeat(3_000), 1],
        ],
      },
    ],
  })

/** Changes the version, which is the first record of BIFF8. */
function otherVersion(): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['a'], [1]]), 'Л')
  const bytes = Buffer.from(write(book, { bookType: 'biff8', type: 'buffer' }) as Uint8Array)
  bytes.writeUInt16LE(9, 0x1a)
  return bytes
}

it.each<[string, () => Promise<Uint8Array> | Uint8Array, RegExp]>([
  [
    'more bytes than its archive says',
    () => changed(zipSync({ 'a.csv': csv.subarray(0, 80) }), 24, 10),
    /повреждён/,
  ],
  ['an unknown compression', () => changed(zipSync({ 'a.csv': csv }), 10, 99), /упакуйте его заново/],
  ['a path out of the archive', () => zipSync({ '../a.csv': csv }), /упакуйте его заново/],
  ['a cut archive', () => zipSync({ 'a.csv': csv }).subarray(0, 200), /скачан не целиком/],
  ['an encrypted workbook', async () => changed(await workbook(), 8, 1), /защищён паролем/],
  ['a workbook with more bytes than it says', async () => changed(await workbook(), 24, 10), /повреждён/],
  ['a cut workbook', async () => (await workbook()).subarray(0, 700), /скачан не целиком/],
  ['an XLS container of another version', otherVersion, /повреждён/],
  [
    'XML that is malformed',
    () => Buffer.from('<r>\n<t a=1></r>'),
    /XML повреждён \(строка 2, знак 6\): значение атрибута не в кавычках/,
  ],
  [
    'JSON that is malformed',
    () => Buffer.from('[{"a":x}]'),
    /JSON повреждён \(строка 1, знак 7\): значение без кавычек «{"a":▸x}»/,
  ],
  ['a cut gzip file', () => gzipSync(csv).subarray(0, 20), /скачан не целиком/],
])('sampleFile describes %s in Russian', async (_, bytes, expected) => {
  const path = join(folder, 'prices')
  await writeFile(path, await bytes())
  const { error } = await sampleFile(path, { fields: { article: 'a', retail: 'b' } })
  expect(error).toMatch(expected)
  const message = (error ?? '').replace(path, '').replace(/\b(?:ZIP|XLSX?|XML|JSON|gzip)\b/g, '')
  expect(message).not.toMatch(/[a-z]{2}/i)
})
