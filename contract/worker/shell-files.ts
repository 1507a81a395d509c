/** HTML file with which every route of the app starts. */
export const PAGE = 'index.html'

/** Files of the app shell outside assets/, which the worker caches for a start without a network. */
export const SHELL_ROOT_FILES: readonly string[] = [
  PAGE,
  'icon.svg',
  'manifest.webmanifest',
  'early-input.js',
]
/**
 * Page of the files that were shared with the installed app, and name of the cache with them. The browser posts them to
 * its path, which the worker answers (specification 12.10).
 */
export const SHARED_FILES = '/profile/sources/shared'
