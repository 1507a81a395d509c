import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CssNode, parse, walk } from 'css-tree'
import { describe, expect, it } from 'vitest'

const SRC = join(import.meta.dirname, '../../src')
const LAYERS = ['tokens', 'base', 'components', 'rooms']
const BREAKPOINTS = 'ui/breakpoints.css'

const sheets = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({
    file,
    sheet: parse(readFileSync(join(SRC, file), 'utf8'), { parseCustomProperty: true }),
  }))

/** Returns all results of `read` in the stylesheets, each with its file. */
const found = <T>(read: (node: CssNode) => T | undefined) =>
  sheets.flatMap(({ file, sheet }) => {
    const values: { file: string; value: T }[] = []
    walk(sheet, (node) => {
      const value = read(node)
      if (value !== undefined) values.push({ file, value })
    })
    return values
  })

describe('the stylesheets', () => {
  it.each(sheets.filter(({ file }) => file !== BREAKPOINTS))(
    '$file puts every rule into a layer',
    ({ sheet }) => {
      if (sheet.type !== 'StyleSheet') throw new Error('not a stylesheet')
      const outside = sheet.children
        .toArray()
        .filter(({ type }) => type !== 'Comment')
        .map((node) => (node.type === 'Atrule' ? node.name : node.type))
        .filter((name) => name !== 'layer' && name !== 'import')
      expect(outside).toEqual([])
    },
  )

  it('use only declared layers', () => {
    const layers = found((node) => (node.type === 'Layer' ? node.name : undefined))
    expect([...new Set(layers.map(({ value }) => value))].sort()).toEqual([...LAYERS].sort())
  })

  it('take screen sizes from breakpoints.css', () => {
    const sizes = found((node) =>
      // A container's size is not a screen's.
      node.type === 'Feature' && node.kind !== 'container' && /(?:width|height)$/.test(node.name)
        ? node.name
        : undefined,
    )
    expect(sizes.filter(({ file }) => file !== BREAKPOINTS)).toEqual([])
  })

  it('use only tokens that tokens.css defines', () => {
    const used = found((node) =>
      node.type === 'Function' && node.name === 'var' && node.children.first?.type === 'Identifier'
        ? node.children.first.name
        : undefined,
    ).filter(({ value }) => /^--(?:space|font)-/.test(value))
    const declared = new Set(
      found((node) => (node.type === 'Declaration' ? node.property : undefined)).map(({ value }) => value),
    )
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter(({ value }) => !declared.has(value))).toEqual([])
  })
})
