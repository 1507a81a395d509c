/** What can only be told from the name of a browser: how it installs an app, and how long it keeps what an app has put aside. */

/** An iPad says that it is a Mac, but no Mac is touched with several fingers. */
export const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/** Whether this is the installed app, and not a page of a browser. */
export function isStandalone(): boolean {
  const { standalone } = navigator as Navigator & { standalone?: boolean }
  return standalone === true || (window.matchMedia?.('(display-mode: standalone)').matches ?? false)
}

/** Browsers of iOS in which an app can be put on the home screen; the others since 16.4. */
export type IosBrowser = 'safari' | 'chrome' | 'edge' | 'firefox'

const NAMED: readonly (readonly [RegExp, IosBrowser | null])[] = [
  [/CriOS/, 'chrome'],
  [/EdgiOS/, 'edge'],
  [/FxiOS/, 'firefox'],
  [/OPiOS|OPT\/|YaBrowser|DuckDuckGo|GSA\//, null],
  [/Version\/[\d.]+.*Safari/, 'safari'],
]

/** @returns null elsewhere, and in browsers that we know no way of, such as those within other apps */
export function iosBrowser(): IosBrowser | null {
  if (!isIos()) return null
  return NAMED.find(([name]) => name.test(navigator.userAgent))?.[1] ?? null
}

/**
 * Whether the browser deletes what is kept here after seven days without a visit: all of iOS, and Safari on a Mac, but not the
 * installed app (WebKit, 'Tracking Prevention in WebKit', 7-Day Cap on All Script-Writeable Storage).
 */
export function forgetsAfterWeek(): boolean {
  const isSafari = /Version\/[\d.]+.*Safari/.test(navigator.userAgent) && /Mac OS X/.test(navigator.userAgent)
  return (isIos() || isSafari) && !isStandalone()
}
