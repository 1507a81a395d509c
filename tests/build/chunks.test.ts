import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const MANIFEST = join(import.meta.dirname, '../../dist/.vite/manifest.json')

interface Chunk {
  file: string
  imports?: string[]
}

/** A file that is evaluated before one that it needs finds nothing there, and the page does not open. */
it('no built scripts import each other in a circle', () => {
  const chunks = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, Chunk>
  const circles: string[] = []
  const visit = (key: string, above: readonly string[]) => {
    if (above.includes(key)) circles.push([...above.slice(above.indexOf(key)), key].join(' > '))
    else for (const next of chunks[key]?.imports ?? []) visit(next, [...above, key])
  }
  for (const key of Object.keys(chunks)) visit(key, [])
  expect([...new Set(circles)]).toEqual([])
})
