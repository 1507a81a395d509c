const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#@]*@)?([^/?#]*)/i
/** 'www.a.ru/b', but not 'Колесо/Юг' */
const BARE_HOST = /^([^\s/?#]+\.[^\s/?#]+)(?:[/?#]|$)/

/** A site key as it is shown: its host name without www (specification 7.12); a name that is no host as it came. */
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

/** Whether a site's name holds a form of 'daikon', in Latin or Cyrillic letters (specification 7.12). */
export function isDaikon(site: string): boolean {
  return DAIKON.test(site)
}
