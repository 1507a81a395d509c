// docs/security.md, patterns that meet foreign text

import { execFileSync } from 'node:child_process'
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
    expect(slow.map(({ file, source }) => `${file}: /${source}/`)).toEqual([])
  })
})
