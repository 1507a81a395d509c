import { keepIfRoom } from '../lib/keep-if-room.ts'

/** Light or dark, chosen by the user, or else by the system. */
export type Theme = 'light' | 'dark'

const KEY = 'theme'

function storedTheme(): Theme | null {
  const stored = localStorage.getItem(KEY)
  return stored === 'light' || stored === 'dark' ? stored : null
}

export function applyStoredTheme(): void {
  const theme = storedTheme()
  if (theme) document.documentElement.dataset.theme = theme
}

export function currentTheme(): Theme {
  return storedTheme() ?? (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
}

export function chooseTheme(theme: Theme): void {
  keepIfRoom(KEY, theme)
  document.documentElement.dataset.theme = theme
}
