const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#@]*@)?([^/?#]*)/i
/** Matches 'www.a.ru/b', but not 'Колесо/Юг'. */
const BARE_HOST = /^([^\s/?#.]+\.[^\s/?#]+)(?:[/?#]|$)/

/**
 * Returns the host name of a site without www (specification 7.12); the text itself if it is not a host name or URL.
 */
export function hostName(site: string): string {
  const text = site.trim()
  const host = (ADDRESS.exec(text) ?? BARE_HOST.exec(text))?.[1] ?? ''
  const shown = host
    .replace(/^www\./i, '')
    .replace(/:\d*$/, '')
    .toLowerCase()
  return shown === '' ? text : shown
}

const DAIKON = /d[ae][iyj][kc]on|д[аэе][йи]кон/i

/** Returns whether a site's name contains a form of 'daikon', in Latin or Cyrillic letters (specification 7.12). */
export function isDaikon(site: string): boolean {
  return DAIKON.test(site)
}

/** Returns the function that recognises own sites: those named, or those with the name of specification 7.12. */
export const ownSiteTest =
  (named: readonly string[]) =>
  (host: string): boolean =>
    named.length > 0 ? named.includes(host) : isDaikon(host)

/** Pattern of at least two labels of letters, digits and inner hyphens, in any alphabet (шины.рф). */
const HOST = /^(?=.{1,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u

/** Returns whether a text, as hostName returns it, can be a site's host name. */
export const isHostName = (text: string): boolean => HOST.test(text)
