import { preferences } from '../lib/preferences.ts'

type Theme = 'light' | 'dark'

export function applyStoredTheme(): void {
  const theme = preferences.theme.get()
  if (theme) document.documentElement.dataset.theme = theme
}

/** Returns the theme chosen by the user, or the system's without a choice. */
export function currentTheme(): Theme {
  return (
    preferences.theme.get() ?? (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  )
}

export function chooseTheme(theme: Theme): void {
  preferences.theme.set(theme)
  document.documentElement.dataset.theme = theme
}
