import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Imports of packages and functions that parse formats, protocols and compressed data. */
const PARSER =
  /from '(?:htmlparser2|domhandler|saxes|hucre|postal-mime|imapflow|robots-parser|yauzl|basic-ftp|ssh2|content-disposition)'|import\('@e965\/xlsx'\)|import \{[^}]*\b(?:createGunzip|createInflate|createBrotliDecompress)\b/

const section = read('docs/security.md').split('### Parsers of foreign content')[1]?.split('\n### ')[0] ?? ''
const listed = new Set([...section.matchAll(/`([^`\s]+\.ts)`/g)].map(([, file]) => file as string))

describe('the list of parsers in docs/security.md', () => {
  it('has every file that imports a parser', () => {
    const files = globSync('server/**/*.ts', { cwd: ROOT }).filter(
      (file) => !file.endsWith('.test.ts') && PARSER.test(read(file)),
    )
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter((file) => !listed.has(file)).sort()).toEqual([])
  })

  it('names files that exist', () => {
    expect([...listed].filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  })
})
