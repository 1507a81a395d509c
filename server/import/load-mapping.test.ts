// Specification 10.13

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ImportError } from './errors.ts'
import { bundledMappings, CANONICAL, loadMapping } from './load-mapping.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mappings-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function saved(content: string): Promise<string> {
  const path = join(folder, 'map.json')
  await writeFile(path, content)
  return path
}

describe('loadMapping', () => {
  it('loads every bundled mapping', async () => {
    const names = await bundledMappings()
    expect(names).toContain(CANONICAL)
    for (const name of names) expect(await loadMapping(name)).toHaveProperty('fields')
  })

  it('loads a file by its path', async () => {
    const path = await saved('\ufeff{"fields": {"name": "n", "opt": "p"}}')
    expect(await loadMapping(path)).toEqual({ fields: { name: 'n', opt: 'p' } })
  })

  it('reports what is wrong with a mapping, and where', async () => {
    await expect(loadMapping('нет-такого')).rejects.toThrow(/Нет описания «нет-такого».*canonical/)
    await expect(loadMapping(await saved('{'))).rejects.toThrow('не JSON')
    await expect(loadMapping(await saved('{"fields": {"name": 1}}'))).rejects.toThrow(
      /map\.json:\n {2}fields\.name:/,
    )
    await expect(loadMapping(folder)).rejects.toThrow(ImportError)
  })
})
