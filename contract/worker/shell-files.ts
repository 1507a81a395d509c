/** HTML file with which every route of the app starts. */
export const PAGE = 'index.html'

/** Files of the app shell outside assets/, which the worker caches for a start without a network. */
export const SHELL_ROOT_FILES = [PAGE, 'icon.svg', 'manifest.webmanifest'] as const
