// Specification 10.12, 10.13

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ImportError } from '../errors.ts'
import { USUAL_LIMITS } from '../limits.ts'
import { openPriceFile } from './open.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function opened(files: Record<string, string>, limits = USUAL_LIMITS) {
  const packed = zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
  )
  return openBytes(packed, limits)
}

async function openBytes(bytes: Uint8Array, limits = USUAL_LIMITS) {
  const path = join(folder, 'a.zip')
  await writeFile(path, bytes)
  const file = await openPriceFile(path, limits)
  const chunks: Uint8Array[] = []
  for await (const chunk of file.chunks) chunks.push(chunk)
  const read = file.readBytes()
  await file.close()
  return { name: file.name, text: Buffer.concat(chunks).toString(), isRead: read === file.sizeBytes }
}

const LONG = 'строка прайс-листа\n'.repeat(20_000)

describe('openPriceFile of a zip archive', () => {
  it('opens the first file that can be a price list', async () => {
    const files = {
      '__MACOSX/._prices.csv': 'x',
      'readme.txt': 'x',
      'photo.jpg': 'x',
      'a/prices.csv': LONG,
      'b.xml': '<a/>',
    }
    expect(await opened(files)).toEqual({ name: 'a/prices.csv', text: LONG, isRead: true })
    expect((await opened({ 'photo.jpg': 'x', 'prices.txt': 'a;b' })).text).toBe('a;b')
    expect((await opened({ 'photo.jpg': 'x', 'prices.xlsm': 'a;b' })).text).toBe('a;b')
  })

  it('opens an archive in an archive, to a depth, if it is alone there', async () => {
    const inside = (files: Record<string, Uint8Array>) => zipSync(files)
    const list = { 'prices.csv': Buffer.from(LONG) }
    const two = inside({ 'photo.jpg': Buffer.from('x'), 'Prices.ZIP': inside(list) })
    expect(await openBytes(two)).toEqual({ name: 'prices.csv', text: LONG, isRead: true })
    const four = inside({ '4.zip': inside({ '3.zip': two }) })
    expect((await openBytes(four)).text).toBe(LONG)
    await expect(openBytes(inside({ '5.zip': four }))).rejects.toThrow('Архивов один в другом больше 4')
    await expect(openBytes(inside({ 'a.zip': inside(list), 'b.zip': inside(list) }))).rejects.toThrow(
      'В архиве несколько архивов ZIP: нужен один прайс-лист',
    )
    // A list beside an archive is the list.
    expect((await openBytes(inside({ 'old.zip': two, 'a.csv': Buffer.from('a;b') }))).text).toBe('a;b')
    await expect(openBytes(inside({ 'bad.zip': Buffer.from('PK\x03\x04 not') }))).rejects.toThrow(ImportError)
    const bomb = inside({ 'bomb.zip': Buffer.alloc(65 * 2 ** 20) })
    await expect(openBytes(bomb)).rejects.toThrow('Архив в архиве больше 64 МБ: сожмите прайс-лист один раз')
  })

  it('reads CommerceML updates after the documents that they update', async () => {
    const document = (name: string) => `<КоммерческаяИнформация>${name}</КоммерческаяИнформация>\n`
    const names = [
      'other_1',
      'import_1',
      'goods_1',
      'offers_1',
      'prices_1',
      'prices_2',
      'prices_10',
      'rests_1',
    ]
    const files = Object.fromEntries(names.toSorted().map((name) => [`${name}.xml`, document(name)]))
    expect((await opened(files)).text).toBe(names.map(document).join(''))
  })

  it('does not unpack a workbook', async () => {
    const bytes = await writeXlsx({ sheets: [{ name: 'Л', rows: [['a'], ['b']] }] })
    expect((await openBytes(bytes)).text.startsWith('PK')).toBe(true)
  })

  it('reports an archive without a price list and a damaged one', async () => {
    await expect(opened({ 'photo.jpg': 'x' })).rejects.toThrow('нет прайс-листа')
    const packed = zipSync({ 'a.csv': Buffer.from(LONG) })
    await expect(openBytes(packed.subarray(0, packed.length - 30))).rejects.toThrow(ImportError)
  })

  it('unpacks neither more than the limit nor more than the directory says', async () => {
    await expect(opened({ 'a.csv': LONG }, { ...USUAL_LIMITS, unpackedMegabytes: 0.1 })).rejects.toThrow(
      'IMPORT_MAX_UNPACKED_MB',
    )
    const lying = Buffer.from(zipSync({ 'a.csv': Buffer.from(LONG) }))
    const directory = lying.indexOf('PK\u0001\u0002', 0, 'latin1')
    lying.writeUInt32LE(100, directory + 24)
    await expect(openBytes(lying)).rejects.toThrow(ImportError)
  })
})
