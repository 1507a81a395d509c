import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A made-up shop of three tyres, with traps for whoever reads it. */
export interface MadeUpShop {
  origin: string
  /** paths that were requested, without their queries */
  asked: string[]
  close(): Promise<void>
}

/** Kinds of shops: how their pages are built. */
export const SHOP_KINDS = ['microdata', 'variants', 'lists', 'state'] as const
export type ShopKind = (typeof SHOP_KINDS)[number]

const TYRES = ['205/55 R16 91T', '195/65 R15 95H', '225/45 R17 94W'].map((size, n) => ({
  name: `Arktika Polar ${n + 1} ${size}`,
  price: 5_000 + 100 * n,
}))

/** Encodes Russian text in Windows-1251. */
const in1251 = (text: string): Buffer =>
  Buffer.from(
    [...text].map((sign) => (/[А-я]/.test(sign) ? sign.charCodeAt(0) - 0x350 : sign.charCodeAt(0) & 0xff)),
  )

const jsonLd = (value: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`
const offerOf = (price: number) => ({ '@type': 'Offer', price, priceCurrency: 'RUB' })
/** Links that no reader may follow for ever: a calendar without an end, a forbidden branch, and a session in each link. */
const traps = (): string =>
  `<a href="/calendar/${Math.random()}">день</a><a href="/secret/tyre-1">x</a><a href="/about?sid=${Math.random()}">О нас</a>`

type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: URLSearchParams,
) => void

const send = (response: ServerResponse, body: string | Buffer, charset = 'utf-8') =>
  void response.writeHead(200, { 'content-type': `text/html; charset=${charset}` }).end(body)

const numberIn = (path: string): number => Number(/(\d+)/.exec(path)?.[1] ?? 0)

const SHOPS: Readonly<Record<ShopKind, Answer>> = {
  /** server-rendered, in Windows-1251, with a base price beside the sale price; its pages are in its sitemap alone */
  microdata(_request, response, path) {
    if (path === '/sitemap.xml') {
      const origin = `http://${_request.headers.host}`
      return void response.end(
        `<urlset>${TYRES.map((_, n) => `<url><loc>${origin}/shiny/${n}/</loc></url>`).join('')}</urlset>`,
      )
    }
    const tyre = path.startsWith('/shiny/') ? TYRES[numberIn(path)] : undefined
    const product = tyre
      ? `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Шина ${tyre.name}</h1>
<p itemprop="offers" itemscope itemtype="https://schema.org/Offer"><s>${tyre.price + 900}</s>
<b itemprop="price">${tyre.price}</b><meta itemprop="priceCurrency" content="RUB"></p></div>`
      : '<h1>Магазин шин</h1>'
    send(response, in1251(`<!doctype html><title>Шины</title>${product}${traps()}`), 'windows-1251')
  },
  /** JSON-LD with the sizes of a model as variants, for four tyres each */
  variants(_request, response, path) {
    if (path !== '/tyres/polar')
      return send(response, `<h1>Магазин</h1><a href="/tyres/polar">Polar</a>${traps()}`)
    const hasVariant = TYRES.map(({ name, price }, n) => ({
      '@type': 'Product',
      name: `${name}, комплект 4 шт.`,
      sku: `V${n}`,
      offers: offerOf(4 * price),
    }))
    send(
      response,
      jsonLd({ '@type': 'ProductGroup', name: 'Arktika Polar', brand: 'Arktika', hasVariant }) + traps(),
    )
  },
  /** lists in pages, whose prices depend on a cookie */
  lists(request, response, path, query) {
    if (path !== '/catalog') return send(response, `<h1>Магазин</h1><a href="/catalog">Шины</a>${traps()}`)
    const more = /city=omsk/.test(request.headers.cookie ?? '') ? 500 : 0
    const page = Number(query.get('page') ?? 1)
    const shown =
      page === 1 ? [...TYRES, ...TYRES.map(({ name, price }) => ({ name: `${name} XL`, price }))] : []
    const itemListElement = shown.map(({ name, price }, n) => ({
      '@type': 'ListItem',
      item: { '@type': 'Product', name, sku: `L${n}`, offers: offerOf(price + more) },
    }))
    const next = page < 3 ? `<a href="/catalog?page=${page + 1}">дальше</a>` : ''
    send(response, jsonLd({ '@type': 'ItemList', itemListElement }) + next + traps())
  },
  /** the page's own code would draw everything from its state; what is missing is said with 200 */
  state(_request, response, path) {
    const tyre = path.startsWith('/p/') ? TYRES[numberIn(path)] : undefined
    const links = TYRES.map((_, n) => `<a href="/p/${n}">x</a>`).join('')
    const state = tyre ? { page: { product: { name: tyre.name, price: tyre.price } } } : {}
    send(
      response,
      `<div id="app"></div>${links}<script>window.__STATE__ = ${JSON.stringify(state)}</script>${traps()}`,
    )
  },
}

/** Starts a shop on loopback. */
export async function startMadeUpShop(kind: ShopKind): Promise<MadeUpShop> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop')
    asked.push(pathname)
    if (pathname === '/robots.txt') return void response.end('User-agent: *\nDisallow: /secret\n')
    if (pathname === '/sitemap.xml' && kind !== 'microdata') return void response.writeHead(404).end()
    SHOPS[kind](request, response, pathname, searchParams)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
