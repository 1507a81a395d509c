import { expect, it } from 'vitest'
import { builtChunks, filesOf, REPORT } from '../support/built-file.ts'

/** In an import cycle, a file may be evaluated before another one that it needs, and the page does not open. */
it('no built scripts import each other in a cycle', () => {
  const chunks = builtChunks()
  const circles: string[] = []
  const visit = (key: string, above: readonly string[]) => {
    if (above.includes(key)) circles.push([...above.slice(above.indexOf(key)), key].join(' > '))
    else for (const next of chunks[key]?.imports ?? []) visit(next, [...above, key])
  }
  for (const key of Object.keys(chunks)) visit(key, [])
  expect([...new Set(circles)]).toEqual([])
})

/** On a phone each request costs more than a few kilobytes: HTTP/1.1 sends six at a time. */
it('a report with its table has four scripts and four styles', () => {
  const { scripts, styles } = filesOf(REPORT)
  expect([scripts.length, styles.length]).toEqual([4, 4])
})
