import type { ManifestOptions } from 'vite-plugin-pwa'

/** What the browser shows of the installed app. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Мониторинг цен на шины',
  short_name: 'Цены на шины',
  description: 'Система мониторинга и анализа цен на шины',
  lang: 'ru',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: '#ffffff',
  categories: ['business', 'productivity'],
}
