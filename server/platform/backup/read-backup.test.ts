import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nothing, saveBackup } from '../../../tests/support/backups.ts'
import { sqliteDatabase } from '../../../tests/support/database.ts'
import { fillEveryTable } from '../../../tests/support/every-table.ts'
import { temporaryFolder } from '../../../tests/support/processes.ts'
import { OperatorError } from '../operator-error.ts'
import { backupRows, checkBackup } from './read-backup.ts'

let folder: ReturnType<typeof temporaryFolder>
let good: Buffer
/** Lines of the backup, to be altered and packed again without correct checksums. */
let lines: string[]
beforeAll(async () => {
  folder = temporaryFolder()
  const { db, location, remove } = await sqliteDatabase()
  await fillEveryTable(db)
  await saveBackup(location, file('good'))
  await remove()
  good = readFileSync(file('good'))
  lines = gunzipSync(good).toString().trimEnd().split('\n')
})
afterAll(() => folder.remove())

const file = (name: string) => join(folder.path, name)
const check = (content: Uint8Array) => {
  writeFileSync(file('altered'), content)
  return checkBackup(file('altered'), nothing)
}
const packed = (changed: readonly string[]) => gzipSync(`${changed.join('\n')}\n`)
const header = (change: object) => JSON.stringify({ ...JSON.parse(lines[0] as string), ...change })
const withHeader = (change: object) => packed([header(change), ...lines.slice(1)])

/** Deflate pads its blocks with meaningless bits: a file that differs only in them is intact. */
function hasContentOf(original: Buffer, flipped: Buffer): boolean {
  try {
    return gunzipSync(flipped).equals(gunzipSync(original))
  } catch {
    return false
  }
}

/** Bytes of a gzip header that do not affect the content: time, level and system. */
const MEANINGLESS = 10

describe('a copy is looked at before anything is done with it (specification 10.29)', () => {
  it('is whole when it is as it was written', async () => {
    const { header, rows, tables } = await check(good)
    expect(header).toMatchObject({ version: 1, engine: 'sqlite' })
    expect(rows).toBe(lines.filter((line) => line.startsWith('[')).length)
    expect(tables.map(({ name }) => name)).toContain('view_orders')
  })

  it('is damaged whichever bit is flipped', async () => {
    const bit = fc.integer({ min: MEANINGLESS * 8, max: good.length * 8 - 1 })
    await fc.assert(
      fc.asyncProperty(bit, async (at) => {
        const flipped = Buffer.from(good)
        flipped[at >> 3] = (flipped[at >> 3] as number) ^ (1 << (at & 7))
        if (hasContentOf(good, flipped)) expect((await check(flipped)).rows).toBeGreaterThan(0)
        else await expect(check(flipped)).rejects.toThrow(OperatorError)
      }),
    )
  })

  it('is cut off wherever it ends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: good.length - 1 }), async (length) => {
        await expect(check(good.subarray(0, length))).rejects.toThrow('оборвана')
      }),
    )
  })

  it('is cut off where whole lines are missing at the end', async () => {
    await expect(check(packed(lines.slice(0, -1)))).rejects.toThrow('оборвана')
  })

  it.each([
    ['a row less', () => lines.filter((line) => !line.includes('"anna"'))],
    ['a row twice', () => lines.flatMap((line) => (line.includes('"anna"') ? [line, line] : [line]))],
    ['another value', () => lines.map((line) => line.replace('"anna"', '"anne"'))],
    ['a table less', () => lines.filter((line) => !line.startsWith('{"table":"view_orders"'))],
    ['other columns', () => lines.map((line) => line.replace('["id","host"]', '["host","id"]'))],
    ['a row before the tables', () => lines.toSpliced(1, 0, '[1]')],
    ['a line behind the end', () => [...lines, '{}']],
    ['a line that is no JSON', () => lines.toSpliced(3, 0, 'x')],
    ['a sum less', () => lines.with(-1, (lines.at(-1) as string).replace(/"users":\{[^}]*\},/, ''))],
  ])('is damaged with %s', async (_, change) => {
    const changed = change()
    expect(changed).not.toEqual(lines)
    await expect(check(packed(changed))).rejects.toThrow('повреждена')
  })

  it.each([
    ['text', () => Buffer.from('date,article\n')],
    ['packed text', () => gzipSync('date,article\n')],
    ['other JSON', () => gzipSync('{"format":"something else","version":1,"program":"1"}\n')],
  ])('is foreign when it is %s', async (_, content) => {
    await expect(check(content())).rejects.toThrow('не резервная копия этой программы')
  })

  it('is newer with another format', async () => {
    const change = { version: 2, program: '9.1.0' }
    await expect(check(withHeader(change))).rejects.toThrow('более новой версией программы (9.1.0)')
  })

  it('is verified with newer tables, too, as the file describes them', async () => {
    const { tables } = await check(good)
    const newer = await check(withHeader({ schema: 999 }))
    expect(newer.tables.map(({ name }) => name)).toEqual(tables.map(({ name }) => name))
    const at = lines.findIndex((line) => line.startsWith('['))
    const altered = [header({ schema: 999 }), ...lines.slice(1)].with(at, '[1]')
    await expect(check(packed(altered))).rejects.toThrow('повреждена')
    const doubled = [header({ schema: 999 }), lines[1] as string, ...lines.slice(1)]
    await expect(check(packed(doubled))).rejects.toThrow('повреждена')
  })

  it.each([{ schema: 0 }, { schema: 'x' }, { engine: 'oracle' }, { made: null }])(
    'is damaged with %j in its header',
    async (change) => {
      await expect(check(withHeader(change))).rejects.toThrow('повреждена')
    },
  )

  it('is refused for rows that are none, even where the sums are those of such rows', async () => {
    const { tables, ...backup } = await check(good)
    const bad = lines.map((line) => (line.includes('"anna"') ? '["anna"]' : line))
    writeFileSync(file('altered'), packed(bad))
    const read = async () => {
      for await (const _ of backupRows({ ...backup, tables }, nothing));
    }
    await expect(read()).rejects.toThrow('повреждена')
  })

  it('does not reach the terminal with what steers it', async () => {
    const program = '\u001b[2J9.1.0'
    for (const change of [{ program }, { program, schema: 999 }])
      await expect(check(withHeader(change))).rejects.toThrow(
        /^Копия \S+ повреждена$|не резервная копия этой программы$/,
      )
  })

  it('is not found, or no file', async () => {
    await expect(checkBackup(file('none'), nothing)).rejects.toThrow('Файл не найден')
    await expect(checkBackup(folder.path, nothing)).rejects.toThrow('не файл')
  })
})
