import type { PageDocument } from './page-document.ts'

/** Addresses to which a page links, absolute and without fragments, each once. */
export interface PageLinks {
  /** pages of the same host, except those that the page asks not to follow */
  pages: string[]
  /** price lists in YML that the page names */
  feeds: string[]
}

const MAX_LINKS = 5_000
const LONGEST = 2_048
const FEED = /\.yml(?:$|[?#])|yandex[_-]?market|\byml\b.*\.xml|\.xml.*\byml\b/i

/** Finds the links of a page. @param address address from which the page came */
export function pageLinks({ elements }: PageDocument, address: string): PageLinks {
  const base = baseOf(elements, address)
  const { host } = new URL(address)
  const [pages, feeds] = [new Set<string>(), new Set<string>()]
  for (const { name, attribs } of elements) {
    if (name !== 'a' && name !== 'link' && name !== 'area') continue
    const url = resolved(attribs.href, base)
    if (!url) continue
    if (FEED.test(url.pathname + url.search)) feeds.add(url.href)
    else if (url.host === host && follows(name, attribs) && pages.size < MAX_LINKS) pages.add(url.href)
  }
  return { pages: [...pages], feeds: [...feeds].slice(0, 20) }
}

function baseOf(elements: PageDocument['elements'], address: string): string {
  const base = elements.find(({ name, attribs }) => name === 'base' && attribs.href !== undefined)
  return resolved(base?.attribs.href, address)?.href ?? address
}

function resolved(href: string | undefined, base: string): URL | undefined {
  const text = href?.trim() ?? ''
  if (text === '' || text.length > LONGEST || !URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  url.hash = ''
  return url
}

/** Returns whether a link leads to a page: of the heads only the next page of a list does. */
function follows(name: string, { rel = '' }: Record<string, string>): boolean {
  const words = rel.toLowerCase().split(/\s+/)
  return name === 'link' ? words.includes('next') : !words.includes('nofollow')
}
