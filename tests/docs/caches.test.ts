import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/**
 * Constructs that outlive a request: bounded helpers, empty maps of modules and of objects, Cache Storage, stores of
 * IndexedDB, and the cache of queries. Weak maps end with their keys.
 */
const CONSTRUCTS =
  /\bretainNewest\(|\bcreateRecentCache(?:<.*>)?\(|\bmemoize\(|^const \w+ = new Map(?:<.*>)?\(\)|^ {2}(?:readonly )?#?\w+ = new Map(?:<.*>)?\(\)|\bcaches\.open\(|\bcreateObjectStore\(|\bnew QueryClient\(|\bREMEMBERED = /m

const section = /^### Caches of foreign content$([\s\S]*?)^##/m.exec(read('docs/security.md'))?.[1] ?? ''
const listed = new Set([...section.matchAll(/`([^`\s]+\.tsx?)`/g)].map(([, file]) => file as string))

describe('the list of caches in docs/security.md', () => {
  it('has every file with a construct that outlives a request', () => {
    const files = globSync('{server,src,sw,contract}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
      (file) => !/\.test\.tsx?$/.test(file) && CONSTRUCTS.test(read(file)),
    )
    expect(files.length).toBeGreaterThan(30)
    expect(files.filter((file) => !listed.has(file)).sort()).toEqual([])
  })

  it('names files that exist', () => {
    expect([...listed].filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  })
})
