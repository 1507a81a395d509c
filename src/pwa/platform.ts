/** These functions read the user agent: nothing else reveals how a browser installs an app and how long it stores data. */

/** Returns whether this is an iPhone, iPod or iPad, which identifies itself as a Mac with multi-touch. */
export const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/** Returns whether the page runs as the installed app and not in a browser tab. */
export function isStandalone(): boolean {
  const { standalone } = navigator as Navigator & { standalone?: boolean }
  return standalone === true || (window.matchMedia?.('(display-mode: standalone)').matches ?? false)
}

/** iOS browsers that can add an app to the home screen; those other than Safari can since iOS 16.4. */
export type IosBrowser = 'safari' | 'chrome' | 'edge' | 'firefox'

const NAMED: readonly (readonly [RegExp, IosBrowser | null])[] = [
  [/CriOS/, 'chrome'],
  [/EdgiOS/, 'edge'],
  [/FxiOS/, 'firefox'],
  [/OPiOS|OPT\/|YaBrowser|DuckDuckGo|GSA\//, null],
  [/Version\/[\d.]+.*Safari/, 'safari'],
]

/** Returns the iOS browser. @returns null on other systems and in unknown browsers, such as those inside other apps */
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
