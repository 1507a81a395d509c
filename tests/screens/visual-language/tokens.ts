import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SHEET = fileURLToPath(new URL('../../../src/ui/tokens.css', import.meta.url))

export interface Colour {
  name: string
  light: string
  dark: string
}

export interface Tokens {
  colours: Colour[]
  /** the other tokens by their names */
  values: Map<string, string>
}

/** Reads the tokens of src/ui/tokens.css; those for touch screens and themes are not repeated. */
export function readTokens(): Tokens {
  const sheet = readFileSync(SHEET, 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  const root = /:root \{([^}]*)\}/.exec(sheet)?.[1] ?? ''
  const colours: Colour[] = []
  const values = new Map<string, string>()
  for (const [, name = '', value = ''] of root.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
    const [, light, dark] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? []
    if (light && dark) colours.push({ name, light, dark })
    else values.set(name, value)
  }
  return { colours, values }
}

const SHARE = 255

/** Relative luminance of a colour like '#17212b' (WCAG 2.2). */
function luminance(colour: string): number {
  const parts = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / SHARE
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const [red = 0, green = 0, blue = 0] = parts
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio of two colours, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Surfaces on which each text colour stands. */
export const TEXT_ON: Readonly<Record<string, readonly string[]>> = {
  text: ['surface', 'surface-raised', 'surface-sunken', 'highlight', 'tint-below-far', 'tint-above-far'],
  'text-muted': ['surface', 'surface-raised', 'surface-sunken'],
  accent: ['surface', 'surface-raised', 'accent-soft'],
  'on-accent': ['accent', 'accent-hover'],
  rise: ['surface-raised'],
  fall: ['surface-raised'],
  'danger-text': ['danger-soft', 'surface-raised'],
  'success-text': ['success-soft', 'surface-raised'],
  'group-retail': ['group-retail-soft'],
  'group-wholesale': ['group-wholesale-soft'],
}
/** Lines and marks, which need a contrast of 3:1 beside their surface. */
export const MARK_ON: Readonly<Record<string, readonly string[]>> = {
  'border-strong': ['surface', 'surface-raised'],
  focus: ['surface', 'surface-raised'],
  'highlight-mark': ['highlight', 'surface-raised'],
}
