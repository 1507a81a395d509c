import { type ChildNode, isTag, isText } from 'domhandler'
import { ORIGINS } from '../../contract/pages/tracked-page.ts'
import { jsonLdItems } from './json-ld.ts'
import { microdataItems, rdfaItems } from './markup-items.ts'
import { openGraphOffers } from './open-graph.ts'
import { decodeHtml, elementText, type PageDocument, parsePage } from './page-document.ts'
import { type PageLinks, pageLinks } from './page-links.ts'
import { bestOffer, fieldText, notNew, type PageOffer } from './page-offer.ts'
import { pagePreview } from './page-preview.ts'
import { stateOffers } from './page-state.ts'
import { priceElements } from './price-elements.ts'
import { schemaOffers } from './schema-org.ts'
import { compareWithVisible, isSameProduct, refusedOffer } from './witnesses.ts'

/** Products and prices that a page states. */
export interface PageReading {
  title: string
  /** the page's own address as it declares it; '' without one */
  canonical: string
  /** products with prices from all parts of the page, the most trustworthy parts first */
  offers: PageOffer[]
  /** parts of the page that could not be read, in Russian */
  faults: string[]
  /** what the page asks of a person instead of showing a price, in Russian; '' if it does not */
  wall: string
  /** the page's texts as harmless HTML, in which each element with a price has its number; '' unless asked for */
  preview: string
  /** null unless asked for */
  links: PageLinks | null
}

/** Prices that structured data states, without those that only a person may pick. */
export const statedOffers = (offers: readonly PageOffer[]): PageOffer[] =>
  offers.filter(({ origin }) => origin !== 'element')

/** Maximum number of products of a page, of elements that a person may pick, and of faults that are named. */
const MAX_OFFERS = 1_000
const MAX_PICKED = 30
const MAX_FAULTS = 20

/**
 * Reads all products with prices of a page (specification 23.1).
 * @param contentType the answer's header, which may name the encoding
 * @param previews whether a person is to see the page
 * @param linksFrom address of the page, if its links are wanted
 */
export function readShopPage(
  bytes: Uint8Array,
  contentType: string,
  { previews = false, linksFrom = '' } = {},
): PageReading {
  const page = parsePage(decodeHtml(bytes, contentType))
  const title = titleOf(page)
  const elements = priceElements(page, title)
  const picked = elements.filter(({ offer }) => offer.price !== null).slice(0, MAX_PICKED)
  const { items, faults } = jsonLdItems(page)
  const found = [
    ...schemaOffers(items, 'json-ld'),
    ...schemaOffers(microdataItems(page), 'microdata'),
    ...schemaOffers(rdfaItems(page), 'rdfa'),
    ...openGraphOffers(page),
    ...stateOffers(page),
  ]
  const offers = compareWithVisible(
    found.toSorted((a, b) => ORIGINS.indexOf(a.origin) - ORIGINS.indexOf(b.origin)).slice(0, MAX_OFFERS),
    elements,
    title,
  )
  const usedTitle = notNew(title)
  const marks = new Map(picked.map(({ element }, index) => [element, index + 1]))
  return {
    title,
    canonical: canonicalOf(page),
    offers: [
      ...offers,
      ...picked.map(({ offer }) => (usedTitle === '' ? offer : refusedOffer(offer, usedTitle))),
    ].map((offer) => ({ ...offer, place: fieldText(offer.place) })),
    faults: faults.slice(0, MAX_FAULTS).map((fault) => fieldText(fault)),
    wall: offers.some(({ price }) => price !== null) ? '' : wallOf(page),
    preview: previews ? pagePreview(page, marks) : '',
    links: linksFrom === '' ? null : pageLinks(page, linksFrom),
  }
}

function titleOf({ elements }: PageDocument): string {
  const heading = elements.find(({ name }) => name === 'h1') ?? elements.find(({ name }) => name === 'title')
  return heading ? fieldText(elementText(heading)) : ''
}

const canonicalOf = ({ elements }: PageDocument): string =>
  fieldText(
    elements.find(({ name, attribs }) => name === 'link' && attribs.rel?.toLowerCase() === 'canonical')
      ?.attribs.href,
  )

/**
 * Returns the offer that a page is about: the best of the first product that has a price; of two parts that contradict each other, the one
 * that states a discount from the other's price. Undefined if the page has none. Elements count only if a person picked them.
 */
export function mainOffer(offers: readonly PageOffer[]): PageOffer | undefined {
  const priced = statedOffers(offers).filter(({ price }) => price !== null)
  const same = priced.filter((one) => one.origin === priced[0]?.origin && isSameProduct(one, priced[0]))
  const first = bestOffer(same)
  // A sale price on the page goes before the base price of its structured data.
  const discounted = priced.find(
    ({ listPrice, price }) =>
      first &&
      listPrice !== null &&
      price !== null &&
      price < (first.price as number) &&
      listPrice === first.price,
  )
  return discounted ?? first
}

/** Longest page in characters of text that can be a wall: a page with goods says more. */
const MAX_TEXT = 3_000
const UNSEEN = new Set(['script', 'style', 'template', 'noscript'])

const WALLS: readonly [pattern: RegExp, reason: string][] = [
  [
    /(?:вам|мне)\s(?:уже\s)?(?:есть|исполнилось|больше)\s(?:уже\s)?\d\d|подтвердите[^.!?]{0,40}(?:возраст|\d\d лет|совершеннолет)|(?:verify|confirm) your age|are you (?:over|at least) \d\d|\bage (?:gate|verification)/iu,
    'Вместо страницы сайт спрашивает возраст',
  ],
  [
    /(?:прежде чем|чтобы|для того чтобы) (?:продолжить|перейти|войти)[^.!?]{0,80}(?:cookie|куки|соглас)|(?:примите|принять|разрешите|соглас\p{L}{1,8})[^.!?]{0,60}(?:cookie|куки)|before you continue|(?:accept|consent to|agree to)[^.!?]{0,40}cookies/iu,
    'Вместо страницы сайт спрашивает согласие на cookie',
  ],
  [
    /включите cookie|cookies? (?:отключены|должны быть включены)|(?:enable|turn on) cookies/iu,
    'Вместо страницы сайт требует cookie',
  ],
  [
    /проверка (?:вашего )?браузера|я не робот|вы не робот|captcha|капч|just a moment|checking (?:if|your browser)|ddos-guard|enable javascript and cookies/iu,
    'Вместо страницы сайт проверяет, не программа ли её читает',
  ],
]

/** Returns what a page without prices asks of a person before it shows anything, in Russian; '' for no such page. */
function wallOf({ elements }: PageDocument): string {
  const text = textOf(elements.filter(({ parent }) => !parent || !isTag(parent)))
  if (text.length > MAX_TEXT) return ''
  return WALLS.find(([pattern]) => pattern.test(text))?.[1] ?? ''
}

/** Returns the visible text of a page, as far as it may be a wall. */
function textOf(roots: readonly ChildNode[]): string {
  let text = ''
  const add = (node: ChildNode): void => {
    if (text.length > MAX_TEXT) return
    if (isText(node)) text += ` ${node.data.slice(0, MAX_TEXT).replace(/\s+/g, ' ')}`
    else if (isTag(node) && !UNSEEN.has(node.name)) for (const child of node.children) add(child)
  }
  for (const node of roots) add(node)
  return text
}
