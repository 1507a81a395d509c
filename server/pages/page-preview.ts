import { type ChildNode, type Element, isTag, isText } from 'domhandler'
import type { PageDocument } from './page-document.ts'
import { UNPRINTABLE } from './page-offer.ts'

/** Elements that a preview keeps, without their attributes. */
const KEPT = new Set(
  'p div section article main h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table thead tbody tr th td b strong i em s del ins span small br hr'.split(
    ' ',
  ),
)
/** Elements that are left out with all that they hold. */
const DROPPED = new Set(
  'script style template noscript head title svg math iframe object embed select textarea form nav footer header video audio canvas'.split(
    ' ',
  ),
)
const EMPTY = new Set(['br', 'hr'])
/** Maximum length of a preview in characters. */
const LONGEST = 150_000

/**
 * Returns a page's texts as HTML without scripts, styles, addresses or any attribute, for a frame in which a person picks
 * a price. The elements in `marks` begin with their number.
 */
export function pagePreview({ elements }: PageDocument, marks: ReadonlyMap<Element, number>): string {
  const parts: string[] = []
  let length = 0
  const add = (part: string): void => {
    length += part.length
    parts.push(part)
  }
  const write = (node: ChildNode): void => {
    if (length > LONGEST) return
    if (isText(node)) add(escaped(node.data.slice(0, LONGEST - length).replace(UNPRINTABLE, ' ')))
    else if (isTag(node)) writeElement(node)
  }
  const writeElement = (element: Element): void => {
    const { name, children } = element
    if (DROPPED.has(name)) return
    const mark = marks.get(element)
    const isKept = KEPT.has(name)
    if (isKept) add(`<${name}>`)
    if (mark !== undefined) add(`<mark>${mark}</mark> `)
    for (const child of children) write(child)
    if (isKept && !EMPTY.has(name)) add(`</${name}>`)
  }
  const body = elements.find(({ name }) => name === 'body')
  const roots = body ? [body] : elements.filter(({ parent }) => !parent || !isTag(parent))
  for (const root of roots) write(root)
  return parts.join('')
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] as string)
