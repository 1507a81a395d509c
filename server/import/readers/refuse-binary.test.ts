// Specification 10.12, 10.13

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { CFB } from '@e965/xlsx'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guessMapping } from '../../mapping-guess/guess.ts'
import { createDraft } from '../../prices/snapshot-draft.ts'
import { ImportError } from '../errors.ts'
import { importFile } from '../import-file.ts'
import { sampleFile } from '../sample.ts'
import { refuseBinary } from './refuse-binary.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binary-'))
})
afterAll(() => rm(folder, { recursive: true }))

const latin1 = (text: string) => Buffer.from(text, 'latin1')
/** Pseudorandom bytes like those of a compressed file; the same in every run. */
const NOISE = Buffer.from(
  Array.from({ length: 3_000 }, (_, i) => (Math.imul(i + 1, 2_654_435_761) >>> 13) & 255),
)
const JPEG = Buffer.concat([latin1('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xd9')])

function zip(names: readonly string[]): Uint8Array {
  return zipSync(Object.fromEntries(names.map((name) => [name, JPEG])))
}

function oldWord(): Uint8Array {
  const file = CFB.utils.cfb_new()
  CFB.utils.cfb_add(file, '/WordDocument', NOISE)
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array)
}

const FILES: [what: string, content: Uint8Array, message: string][] = [
  ['a tiny JPEG', JPEG, 'картинка (JPEG)'],
  ['a packed JPEG', gzipSync(JPEG), 'картинка (JPEG)'],
  ['a PNG', latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), 'картинка (PNG)'],
  ['a PDF', latin1('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'), 'документ PDF'],
  ['an MP4', latin1('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), 'видео'],
  ['a RAR archive', latin1('Rar!\x1a\x07\x01\0'), 'архив RAR'],
  ['a zip of nothing', zipSync({}), 'пустой архив ZIP'],
  ['a DOCX', zip(['[Content_Types].xml', '_rels/.rels', 'word/document.xml']), 'документ Word'],
  ['an ODS', zip(['mimetype', 'content.xml', 'META-INF/manifest.xml']), 'документ OpenDocument'],
  ['an old DOC', oldWord(), 'нет книги Excel'],
  ['a zip of pictures', zip(['1.jpg', '2.jpg']), 'В архиве ZIP нет прайс-листа'],
  ['a zip of a picture without a name to tell it', zip(['picture']), 'картинка (JPEG)'],
  ['something packed', NOISE, 'не таблица и не текст'],
  ['zeros', new Uint8Array(2_000), 'не таблица и не текст'],
]

const mapping = { fields: { article: 'a', retail: 'b', city: { value: 'Тула' } } }

describe('files that are not price lists', () => {
  it.each(FILES)('are refused with a message: %s', async (_, content, message) => {
    const path = join(folder, 'file')
    await writeFile(path, content)
    await expect(guessMapping(path)).rejects.toThrow(message)
    await expect(guessMapping(path)).rejects.toThrow(ImportError)
    expect((await sampleFile(path, mapping)).error).toContain(message)
    expect((await sampleFile(path, { ...mapping, encoding: 'windows-1251' })).error).toContain(message)
    const day = { path, site: 'a.ru', date: '2026-01-01', rejectsDir: folder }
    await expect(importFile({ ...day, mapping, draft: createDraft() })).rejects.toThrow(message)
  })
})

describe('refuseBinary', () => {
  const russian = fc.stringMatching(/^[a-zA-Zа-яА-ЯёЁ0-9 ;,.№«»/–\r\n\t"-]{1,200}$/)

  it('accepts any text, in any encoding', () => {
    fc.assert(
      fc.property(russian, (text) => {
        const big = Buffer.from(text, 'utf16le').swap16()
        for (const bytes of [Buffer.from(text), Buffer.from(text, 'utf16le'), big]) refuseBinary(bytes)
      }),
    )
    const high = Buffer.from(Array.from({ length: 128 }, (_, i) => i + 128))
    refuseBinary(Buffer.concat([Buffer.from('a;b\r\n'), high]))
  })
})
