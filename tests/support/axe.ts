import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Widths in CSS pixels of a desktop and a phone. */
const WIDTHS = [1440, 390] as const

/**
 * Rules whose results depend on the theme; the dark theme is checked for these only, because it differs only in
 * colours.
 */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

interface Look {
  /** media features to emulate, such as the theme */
  media?: Parameters<Page['emulateMedia']>[0]
  /** checks only these rules */
  rules?: string[]
}

/** Returns the serious and critical violations that axe finds in the page's current state. */
export async function seriousFaults(page: Page, { media, rules }: Look = {}): Promise<string[]> {
  // Without this, text that fades in has too little contrast for a moment.
  await page.emulateMedia({ ...media, reducedMotion: 'reduce' })
  // Outside legacy mode, each analysis opens a second page to merge the results of frames; no page has frames.
  const builder = new AxeBuilder({ page }).setLegacyMode()
  // Describing the rules that pass takes longer than checking them.
  builder.options({ resultTypes: ['violations'] })
  if (rules) builder.withRules(rules)
  const { violations } = await builder.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

/** Returns the violations in the light theme, and the colour violations in the dark theme. */
export async function faultsInThemes(page: Page): Promise<string[]> {
  const light = await seriousFaults(page, { media: { colorScheme: 'light' } })
  const dark = await seriousFaults(page, { media: { colorScheme: 'dark' }, rules: COLOUR_RULES })
  return [...light.map((fault) => `light: ${fault}`), ...dark.map((fault) => `dark: ${fault}`)]
}

/** Returns the violations in both themes at each width, and the widths at which the page scrolls horizontally. */
export async function faultsInAllLooks(page: Page, widths: readonly number[] = WIDTHS): Promise<string[]> {
  const faults: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    for (const fault of await faultsInThemes(page)) faults.push(`${width} px, ${fault}`)
    const needed = await page.evaluate(() => document.documentElement.scrollWidth)
    if (needed !== width) faults.push(`${width} px: the page takes ${needed}`)
  }
  return faults
}
