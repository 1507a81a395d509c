import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const THEMES = ['light', 'dark'] as const
/** Viewport widths in CSS pixels: a desktop and a phone. */
const WIDTHS = [1440, 390] as const

/**
 * Returns serious and critical violations that axe finds in the page's current state. @param media to emulate, such
 * as a theme
 */
export async function seriousFaults(
  page: Page,
  media: Parameters<Page['emulateMedia']>[0] = {},
): Promise<string[]> {
  // Text that fades in has low contrast for a moment.
  await page.emulateMedia({ ...media, reducedMotion: 'reduce' })
  // Passed rules are not reported: describing them takes longer than checking.
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

/** Checks the page in both themes. */
export async function faultsInThemes(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const colorScheme of THEMES) {
    for (const fault of await seriousFaults(page, { colorScheme })) faults.push(`${colorScheme}: ${fault}`)
  }
  return faults
}

/**
 * Checks the page in both themes at desktop and phone width, and whether it overflows horizontally: one setup of a
 * state for all looks.
 */
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
