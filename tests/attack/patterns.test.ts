// docs/security.md, patterns that meet foreign text

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyse } from 'scslre'
import { describe, expect, it } from 'vitest'

interface Pattern {
  file: string
  source: string
  flags: string
}

const SUPPORT = join(import.meta.dirname, '..', 'support', 'foreign-patterns.mjs')
const patterns: Pattern[] = JSON.parse(
  execFileSync(process.execPath, [SUPPORT], { encoding: 'utf8', maxBuffer: 2 ** 26 }),
)
const different = [...new Map(patterns.map((one) => [`${one.source}/${one.flags}`, one])).values()]

/** Files whose pattern is slow by its form; the document says why its time is bounded. */
const document = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'security.md'), 'utf8')
const section = document.split('### Patterns that meet foreign text')[1]?.split('\n### ')[0] ?? ''
const exceptions = new Set([...section.matchAll(/^\| `([^`]+\.ts)`/gm)].map(([, file]) => file as string))

/** Returns a pattern's flags without those that say nothing about its time and that the analysis does not know. */
const plainFlags = ({ flags }: Pattern): string => flags.replace('v', 'u').replace(/[dy]/g, '')

/** Returns a source without look-around, which the analysis cannot follow. */
function withoutAssertions(source: string): string {
  let [bare, depth] = ['', 0]
  for (const [token] of source.matchAll(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?<?[=!]|[\s\S]/g)) {
    if (depth > 0) depth += token.startsWith('(') ? 1 : token === ')' ? -1 : 0
    else if (/^\(\?<?[=!]/.test(token)) depth = 1
    else bare += token
  }
  return bare
}

describe('patterns of the server and the contract', () => {
  it('are all found', () => {
    expect(different.length).toBeGreaterThan(600)
  })

  it('take linear time by their form', () => {
    const slow = different.filter((pattern) => {
      const flags = plainFlags(pattern)
      const sources = new Set([pattern.source, withoutAssertions(pattern.source)])
      return [...sources].some((source) => analyse({ source, flags }).reports.length > 0)
    })
    expect(slow.filter(({ file }) => !exceptions.has(file))).toEqual([])
    expect([...exceptions].filter((file) => !slow.some((one) => one.file === file))).toEqual([])
  })
})
