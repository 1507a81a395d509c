import { type PageDocument, rawText } from './page-document.ts'
import { fieldText, ofOneCondition, type PageOffer, statedPrice } from './page-offer.ts'
import { readScriptJson } from './script-json.ts'
import { amountOf, currencyIn, type Fields, plainName, unitOf } from './state-amount.ts'

/** Names of the prices that a page's own code uses, those that are asked before others. */
const ASKED =
  'saleprice discountprice discountedprice specialprice finalprice currentprice actualprice pricewithdiscount price cost pricekopecks pricekop pricecents priceincents priceminor prices pricing priceinfo'.split(
    ' ',
  )
const BEFORE =
  'oldprice listprice baseprice regularprice originalprice fullprice crossedprice compareatprice price'.split(
    ' ',
  )
const NAMES = ['name', 'title', 'fullname', 'productname']

/** Longest script with assignments in characters. */
const MAX_CHARS = 5_000_000
const MAX_SCRIPTS = 200
/** Maximum number of assignments that are read in one script. */
const MAX_ASSIGNED = 10
const MAX_DEPTH = 24
const MAX_NODES = 200_000
const MAX_OFFERS = 50

/** Names of variables such as __INITIAL_STATE__, and the assignment of a state behind one. */
const NAME = /[A-Z0-9_]+/g
const STATE_NAME = /^__[A-Z][A-Z0-9_]*__$/
const ASSIGNMENT = /\s{0,9}=\s{0,9}(?=[[{"'J])/y

/** State that a page carries for its own code, with the name under which its paths are given. */
interface State {
  name: string
  value: unknown
}

/** Returns the products with prices in the state that a page carries for its own code (specification 23.1). */
export function stateOffers(page: PageDocument): PageOffer[] {
  const offers: PageOffer[] = []
  let nodes = 0
  const visit = (value: unknown, path: string, depth: number): void => {
    nodes += 1
    if (nodes > MAX_NODES || depth > MAX_DEPTH || offers.length >= MAX_OFFERS) return
    if (Array.isArray(value)) {
      for (const [index, one] of value.entries()) visit(one, `${path}[${index}]`, depth + 1)
    } else if (typeof value === 'object' && value !== null) {
      const offer = offerOf(value as Fields, path)
      if (offer) offers.push(offer)
      for (const [name, one] of Object.entries(value)) visit(one, `${path}.${name}`, depth + 1)
    }
  }
  for (const { name, value } of statesOf(page)) {
    visit(value, name, 0)
    if (offers.length >= MAX_OFFERS || nodes > MAX_NODES) break
  }
  return offers
}

/** Field of an object, with its name as written. */
interface Field {
  name: string
  value: unknown
}

function* statesOf(page: PageDocument): Generator<State> {
  for (const script of page.elements.filter(({ name }) => name === 'script').slice(0, MAX_SCRIPTS)) {
    const { id, type = '' } = script.attribs
    if (/ld\+json/i.test(type)) continue
    const text = rawText(script)
    if (/json/i.test(type)) {
      for (const value of readScriptJson(text).values)
        yield { name: id?.replaceAll(/[.[\]]/g, '_') || 'json', value }
      continue
    }
    if (text.length > MAX_CHARS) continue
    for (const { name, at } of assignedNames(text)) {
      const value = assigned(text.slice(at))
      if (value !== undefined) yield { name, value }
    }
  }
}

/** Returns the names to which a script assigns states, each with the position of its value. */
function assignedNames(text: string): { name: string; at: number }[] {
  const found: { name: string; at: number }[] = []
  for (const { 0: name, index } of text.matchAll(NAME)) {
    if (!STATE_NAME.test(name)) continue
    ASSIGNMENT.lastIndex = index + name.length
    if (!ASSIGNMENT.test(text)) continue
    if (found.push({ name, at: ASSIGNMENT.lastIndex }) === MAX_ASSIGNED) break
  }
  return found
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Reads the JSON at the beginning of a script's rest, also within JSON.parse("…"). */
function assigned(rest: string): unknown {
  const quoted = quotedText(rest.startsWith(PARSE) ? rest.slice(PARSE.length) : rest)
  if (quoted !== undefined) {
    const text = parsed(quoted)
    return typeof text === 'string' ? parsed(text) : undefined
  }
  const end = endOfJson(rest)
  return end === -1 ? undefined : parsed(rest.slice(0, end))
}

const PARSE = 'JSON.parse('

/** Returns the quoted text at the beginning of a text; undefined without one. */
function quotedText(text: string): string | undefined {
  if (!text.startsWith('"')) return undefined
  for (let i = 1; i < text.length; i++) {
    if (text[i] === '\\') i += 1
    else if (text[i] === '"') return text.slice(0, i + 1)
  }
  return undefined
}

/** Returns the index after the object or array at the beginning of a text; -1 if it does not end. */
function endOfJson(text: string): number {
  let depth = 0
  let inText = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (inText) {
      if (char === '\\') i += 1
      else if (char === '"') inText = false
    } else if (char === '"') inText = true
    else if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') {
      depth -= 1
      if (depth === 0) return i + 1
    }
  }
  return -1
}

/** Reads an object as a product: it has a name, and a price of its own or in an object within. */
function offerOf(fields: Fields, path: string): PageOffer | undefined {
  const byName = new Map(Object.entries(fields).map(([name, value]) => [plainName(name), { name, value }]))
  const text = (...names: string[]) =>
    fieldText(names.map((name) => byName.get(name)?.value).find((value) => fieldText(value) !== ''))
  const name = text(...NAMES)
  if (name.length < 3) return undefined
  const unit = unitOf(fields)
  const amount = (one: Field | undefined) => one && amountOf(plainName(one.name), one.value, unit)
  const asked = ASKED.map((one) => byName.get(one)).find((one) => amount(one) !== undefined)
  if (!asked) return undefined
  const before = BEFORE.map((one) => byName.get(one)).find(
    (one) => one !== asked && amount(one) !== undefined,
  )
  const brand = byName.get('brand')?.value
  const quantity = ['stock', 'quantity', 'available', 'instock', 'isavailable', 'availability']
    .map((one) => byName.get(one)?.value)
    .find((value) => value !== undefined)
  return {
    origin: 'state',
    place: `${path}.${asked.name}`,
    name,
    brand: fieldText(typeof brand === 'object' && brand !== null ? (brand as Fields).name : brand),
    article: text('mpn', 'article', 'vendorcode', 'manufacturercode', 'partnumber'),
    code: text('sku', 'id', 'productid', 'code'),
    gtin: text('gtin', 'gtin13', 'ean', 'barcode'),
    url: text('url', 'link', 'href', 'slug'),
    ...statedPrice({
      price: amount(asked),
      list: amount(before),
      currency: text('currency', 'pricecurrency', 'currencycode') || currencyIn(asked.value),
      name,
      condition: ['condition', 'itemcondition', 'category', 'type']
        .map((one) => ofOneCondition(text(one)))
        .join(' '),
    }),
    stock:
      quantity === false || quantity === 0
        ? 0
        : typeof quantity === 'number' && Number.isInteger(quantity) && quantity > 0
          ? quantity
          : null,
  }
}
