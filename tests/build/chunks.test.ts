import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const MANIFEST = join(import.meta.dirname, '../../dist/.vite/manifest.json')

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

const chunks = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, Chunk>

/** A file that is evaluated before one that it needs finds nothing there, and the page does not open. */
it('no built scripts import each other in a circle', () => {
  const circles: string[] = []
  const visit = (key: string, above: readonly string[]) => {
    if (above.includes(key)) circles.push([...above.slice(above.indexOf(key)), key].join(' > '))
    else for (const next of chunks[key]?.imports ?? []) visit(next, [...above, key])
  }
  for (const key of Object.keys(chunks)) visit(key, [])
  expect([...new Set(circles)]).toEqual([])
})

/** Each is one more request before the first row; what is needed at the same moment belongs to one group (chunk-groups.config.ts). */
it('a report waits for a dozen files at most', () => {
  const files = new Set<string>()
  const visit = (key: string) => {
    const { file, imports = [], css = [] } = chunks[key] as Chunk
    if (files.has(file)) return
    for (const needed of [file, ...css]) files.add(needed)
    imports.forEach(visit)
  }
  for (const entry of ['index.html', 'src/app/SignedInApp.tsx', 'src/reports/ReportPage.tsx']) visit(entry)
  expect(files.size, [...files].join(', ')).toBeLessThanOrEqual(12)
})
