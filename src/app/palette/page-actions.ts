import type { PaletteItem } from '../../features/search/palette.ts'

/**
 * Selector of the buttons and radio buttons that the palette offers. The attribute's value contains further words by
 * which the button is found.
 */
const OFFERED = '[data-palette]'

/** Returns palette items for the page's enabled buttons. */
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
