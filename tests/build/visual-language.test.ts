// Specification 22.2

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { visualLanguageDocument } from '../screens/visual-language/document.ts'
import { contrast, MARK_ON, readTokens, TEXT_ON } from '../screens/visual-language/tokens.ts'

const ROOT = join(import.meta.dirname, '../..')

describe('docs/visual-language.md', () => {
  it('has the current tokens (npm run visual-language)', () => {
    expect(readFileSync(join(ROOT, 'docs/visual-language.md'), 'utf8')).toBe(visualLanguageDocument())
  })

  it('links to pictures that exist', () => {
    const pictures = [...visualLanguageDocument().matchAll(/\]\((visual-language\/[^)]+)\)/g)]
    expect(pictures.length).toBeGreaterThan(0)
    const missing = pictures.filter(([, file = '']) => !existsSync(join(ROOT, 'docs', file)))
    expect(missing).toEqual([])
  })
})

describe('the colour tokens', () => {
  const { colours } = readTokens()
  const of = (name: string, theme: 'light' | 'dark') => {
    const colour = colours.find((one) => one.name === name)
    if (!colour) throw new Error(`tokens.css has no --${name}`)
    return colour[theme]
  }
  const pairs = [
    ...Object.entries(TEXT_ON).map(([name, surfaces]) => ({ name, surfaces, least: 4.5 })),
    ...Object.entries(MARK_ON).map(([name, surfaces]) => ({ name, surfaces, least: 3 })),
  ]

  it.each(pairs)('have the contrast of $least: $name', ({ name, surfaces, least }) => {
    for (const theme of ['light', 'dark'] as const)
      for (const surface of surfaces)
        expect(contrast(of(name, theme), of(surface, theme)), `${name} on ${surface}`).toBeGreaterThanOrEqual(
          least,
        )
  })

  it('are measured as WCAG does', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })
})
