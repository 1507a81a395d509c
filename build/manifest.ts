import type { ManifestOptions } from 'vite-plugin-pwa'
import { LIST_TYPES } from '../contract/spreadsheet/list-types.ts'
import { SHARED_FILES } from '../contract/worker/shell-files.ts'

const icon = (name: string, size: number, purpose: 'any' | 'maskable' | 'monochrome') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

const shortcut = (name: string, url: string) => ({ name, url, icons: [icon('icon-192', 192, 'any')] })

const screenshot = (
  file: string,
  sizes: string,
  form_factor: 'wide' | 'narrow',
  label: string,
): NonNullable<ManifestOptions['screenshots']>[number] => ({
  src: `/screenshots/${file}.webp`,
  sizes,
  type: 'image/webp',
  form_factor,
  label,
})

/** Web app manifest: how browsers present the installed app and its installation. */
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
  icons: [
    icon('icon-192', 192, 'any'),
    icon('icon-512', 512, 'any'),
    icon('maskable-512', 512, 'maskable'),
    icon('monochrome-512', 512, 'monochrome'),
  ],
  screenshots: [
    screenshot('report-wide', '1280x800', 'wide', 'Цены всех магазинов в одной таблице'),
    screenshot('changes-wide', '1280x800', 'wide', 'Изменения цен за день'),
    screenshot('report-narrow', '780x1688', 'narrow', 'Таблица цен на телефоне'),
    screenshot('home-narrow', '390x844', 'narrow', 'Что решить сегодня'),
  ],
  share_target: {
    action: SHARED_FILES,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: 'list', accept: Object.entries(LIST_TYPES).flat(2) }] },
  },
  file_handlers: [{ action: SHARED_FILES, accept: LIST_TYPES }],
  shortcuts: [
    shortcut('Все цены', '/export/all-prices'),
    shortcut('Изменения цен', '/export/price-changes'),
    shortcut('Уведомления', '/profile/notifications'),
  ],
}
