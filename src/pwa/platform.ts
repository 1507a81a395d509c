/** Facts that only the user agent reveals: how the browser installs an app, and how long it keeps stored data. */

/** An iPad claims to be a Mac, but no Mac has multi-touch. */
export const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/** Returns whether this is the installed app instead of a browser tab. */
export function isStandalone(): boolean {
  const { standalone } = navigator as Navigator & { standalone?: boolean }
  return standalone === true || (window.matchMedia?.('(display-mode: standalone)').matches ?? false)
}

/** iOS browsers that can add an app to the home screen; browsers other than Safari since iOS 16.4. */
export type IosBrowser = 'safari' | 'chrome' | 'edge' | 'firefox'

const NAMED: readonly (readonly [RegExp, IosBrowser | null])[] = [
  [/CriOS/, 'chrome'],
  [/EdgiOS/, 'edge'],
  [/FxiOS/, 'firefox'],
  [/OPiOS|OPT\/|YaBrowser|DuckDuckGo|GSA\//, null],
  [/Version\/[\d.]+.*Safari/, 'safari'],
]

/** @returns null on other systems, and in unknown browsers such as those inside other apps */
export function iosBrowser(): IosBrowser | null {
  if (!isIos()) return null
  return NAMED.find(([name]) => name.test(navigator.userAgent))?.[1] ?? null
}

/**
 * Returns whether the browser deletes stored data after seven days without a visit: all of iOS, and Safari on a Mac,
 * but not the installed app (WebKit, 'Tracking Prevention in WebKit', 7-Day Cap on All Script-Writeable Storage).
 */
export function forgetsAfterWeek(): boolean {
  const isSafari = /Version\/[\d.]+.*Safari/.test(navigator.userAgent) && /Mac OS X/.test(navigator.userAgent)
  return (isIos() || isSafari) && !isStandalone()
}
