// Specification 10.12, 10.13

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ImportError } from '../errors.ts'
import { openPriceFile } from './open.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prices-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function saved(name: string, content: Uint8Array | string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

async function contentOf(path: string): Promise<string> {
  const file = await openPriceFile(path)
  const chunks: Uint8Array[] = []
  for await (const chunk of file.chunks) chunks.push(chunk)
  expect(file.readBytes()).toBe(file.sizeBytes)
  return Buffer.concat(chunks).toString()
}

const LONG = 'строка прайс-листа\n'.repeat(20_000)

describe('openPriceFile', () => {
  it('reads plain and gzipped files, whatever their names', async () => {
    expect(await contentOf(await saved('a.gz', LONG))).toBe(LONG)
    expect(await contentOf(await saved('a.csv', gzipSync(LONG)))).toBe(LONG)
    expect(await contentOf(await saved('two.gz', Buffer.concat([gzipSync('a'), gzipSync('b')])))).toBe('ab')
  })

  it('returns a file that can be closed before its end', async () => {
    const file = await openPriceFile(await saved('b.gz', gzipSync(LONG)))
    expect(Buffer.from(file.head).toString()).toContain('строка')
    await file.close()
    expect(file.readBytes()).toBeGreaterThan(0)
  })

  it('reports why a file cannot be read', async () => {
    const noise = Array.from({ length: 50_000 }, (_, i) => (i * 7919) % 10_007).join()
    const packed = gzipSync(noise)
    const damaged = Buffer.from(packed)
    damaged.fill(0xff, 2000, 3000)
    await expect(contentOf(await saved('cut', packed.subarray(0, 5000)))).rejects.toThrow('gzip обрывается')
    await expect(contentOf(await saved('bad', damaged))).rejects.toThrow('gzip повреждён')
    await expect(contentOf(await saved('empty', ''))).rejects.toThrow('Файл пуст')
    await expect(contentOf(await saved('empty.gz', gzipSync('')))).rejects.toThrow('Файл пуст')
    await expect(contentOf(join(folder, 'none'))).rejects.toThrow('Файл не найден')
    await expect(contentOf(folder)).rejects.toThrow('Это не файл')
    await expect(contentOf(folder)).rejects.toThrow(ImportError)
  })
})
