import type { PaletteItem } from '../../features/search/palette.ts'

/**
 * Marks a button or radio button that the palette lists; the attribute's value has further words by which it is
 * found.
 */
const OFFERED = '[data-palette]'

/** Returns the enabled buttons of this page as palette items. */
export function pageActions(): PaletteItem[] {
  const buttons = [...document.querySelectorAll<HTMLButtonElement | HTMLInputElement>(OFFERED)]
  return buttons
    .filter((button) => !button.disabled && button.getAttribute('aria-disabled') !== 'true')
    .filter((button) => !('checked' in button && button.checked))
    .map((button) => {
      const { paletteLabel } = button.dataset
      const label = paletteLabel ?? button.getAttribute('aria-label') ?? button.textContent.trim()
      const words = button.dataset.palette ?? ''
      return { key: `action ${label}`, group: 'Действия', label, keys: '', words, run: () => button.click() }
    })
}
