/** The page that every route of the app starts with. */
export const PAGE = 'index.html'

/** The files of the app's shell outside assets/, which the worker keeps for a start without a network. */
export const SHELL_ROOT_FILES = [PAGE, 'icon.svg', 'manifest.webmanifest'] as const
