/** A site key as it is shown: its host name without www (document 2 §2). */
export function hostName(site: string): string {
  const text = site.trim()
  const host =
    /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(text)?.[1] ?? text.replace(/[/?#].*$/, '')
  const shown = host.replace(/^www\./i, '').toLowerCase()
  return shown === '' ? text : shown
}

const DAIKON = /d[ae][iyj][kc]on|д[аэе][йи]кон/i

/** Whether a site's name holds a form of 'daikon', in Latin or Cyrillic letters (document 2 §2). */
export function isDaikon(site: string): boolean {
  return DAIKON.test(site)
}
