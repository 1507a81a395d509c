import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const THEMES = ['light', 'dark'] as const
/** CSS pixels, of a desk and of a phone. */
const WIDTHS = [1440, 390] as const

/** Serious and critical violations that axe finds in the page's current state. @param media to look at it with, such as a theme */
export async function seriousFaults(
  page: Page,
  media: Parameters<Page['emulateMedia']>[0] = {},
): Promise<string[]> {
  // Text that fades in is hard to read for a moment.
  await page.emulateMedia({ ...media, reducedMotion: 'reduce' })
  // What passes is of no interest, and naming it takes longer than looking.
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

/** The same in both themes. */
export async function faultsInThemes(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const colorScheme of THEMES) {
    for (const fault of await seriousFaults(page, { colorScheme })) faults.push(`${colorScheme}: ${fault}`)
  }
  return faults
}

/** The same as wide as a desk and as a phone, and whether the page is wider than those: one walk to a state for all its looks. */
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
