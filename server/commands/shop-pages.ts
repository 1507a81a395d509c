import { ORIGIN_TEXTS } from '../../contract/pages/tracked-page.ts'
import type { Config } from '../config.ts'
import { SourceFiles } from '../features/sources/files.ts'
import { PageFetcher } from '../features/sources/pages/fetch-page.ts'
import { lookAtShop, type ShopLook } from '../features/sources/pages/look-at-shop.ts'
import { readPageFile, readSitemapFile } from '../features/sources/pages/page-files.ts'
import { PageTurns } from '../features/sources/pages/page-turns.ts'
import { readRobots } from '../features/sources/pages/robots.ts'
import { parsePageAddress } from '../features/sources/pages/shop-addresses.ts'
import type { PageOffer } from '../pages/page-offer.ts'
import { mainOffer, type PageReading, readShopPage, statedOffers } from '../pages/read-page.ts'
import type { Db } from '../platform/db/db.ts'
import { Refusal } from '../platform/refusal.ts'
import { pauseFor } from '../platform/repeating-task.ts'
import { print } from './command-line.ts'

interface Here {
  db: Db
  config: Config
}

/** Time in ms to wait until a shop's page may be read. */
const PATIENCE_MS = 60_000

/** Creates what runs of this process read pages with. */
export function fetchersOf(here: Here) {
  const fetcher = pageFetcherOf(here)
  return { fetcher, shopFetcher: fetcher, pause: pauseFor }
}

function pageFetcherOf({ db, config: { dataDir, sources: limits } }: Here): PageFetcher {
  const files = new SourceFiles(dataDir)
  const turns = new PageTurns(db, { by: 'command' })
  return new PageFetcher({
    files,
    limits,
    turns,
    readPage: readPageFile,
    readSitemap: readSitemapFile,
    readRobots: async (request) => readRobots(request),
  })
}

/**
 * Prints what a shop's page says about prices; nothing is stored (specification 23.2).
 * @returns whether a price can be used
 */
export async function printPage(
  here: Here,
  page: { address: string } | { file: Uint8Array },
): Promise<boolean> {
  const reading = 'file' in page ? readShopPage(page.file, '') : await readAddress(here, page.address)
  for (const line of describePage(reading)) print(line)
  return mainOffer(reading.offers) !== undefined
}

async function readAddress(here: Here, address: string): Promise<PageReading> {
  const { signal } = new AbortController()
  const fetched = await pageFetcherOf(here).read(address, { signal, patienceMs: PATIENCE_MS })
  if (fetched.kind !== 'page') throw new Refusal(400, 'Сервер не прислал страницы')
  return fetched.reading
}

/**
 * Prints which pages of a shop have tyres; nothing is stored (specification 23.9).
 * @returns whether there are any
 */
export async function printShop(here: Here, typed: string): Promise<boolean> {
  const { address } = parsePageAddress(typed, here.config.sources.allowedHosts)
  const { signal } = new AbortController()
  const look = await lookAtShop({ fetcher: pageFetcherOf(here), signal, onStep: print }, address)
  for (const line of describeShop(look)) print(line)
  return look.pages.length > 0
}

const count = new Intl.NumberFormat('ru-RU')
const roubles = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })

/** Returns what a page says about products and prices, in lines for a terminal. */
function describePage({ title, offers, faults, wall }: PageReading): string[] {
  const head = [
    title || 'Страница без заголовка',
    ...faults.map((fault) => `  Не прочитано: ${fault}`),
    ...(wall === '' ? [] : [`  ${wall}.`]),
  ]
  if (offers.length === 0) return [...head, 'Цен на странице не видно.']
  const main = mainOffer(offers)
  return [
    ...head,
    ...offers.flatMap((offer) => [
      `  ${offer === main ? '●' : ' '} ${priceText(offer)} — ${ORIGIN_TEXTS[offer.origin]}, ${offer.place}`,
      `      ${productText(offer)}`,
    ]),
    ...(isOfSeveral(offers) ? ['На странице несколько шин: берётся цена той, за которой следят.'] : []),
    main ? `● — цена, которая будет взята: ${priceText(main)}` : 'Ни одну из этих цен взять нельзя.',
  ]
}

/** Returns whether a page has usable prices of several products. */
const isOfSeveral = (offers: readonly PageOffer[]): boolean => {
  const priced = statedOffers(offers).filter(({ price }) => price !== null)
  return priced.some(({ origin, name }) => origin === priced[0]?.origin && name !== priced[0]?.name)
}

const KIND_TEXTS = { list: 'списки', product: 'товары', other: 'прочее' } as const
/** Number of tyres of each kind of pages that are printed. */
const TYRES_SHOWN = 3

/** Returns which pages of a shop have tyres, in lines for a terminal. */
function describeShop({ feeds, addresses, pages, problems }: ShopLook): string[] {
  return [
    `Известно адресов: ${count.format(addresses)}`,
    ...feeds.map((feed) => `Прайс-лист YML: ${feed}`),
    ...pages.flatMap(({ pattern, kind, count: known, sample, tyres }) => [
      `${pattern} — ${KIND_TEXTS[kind]}, адресов ${count.format(known)}, на ${sample} шин ${tyres.length}`,
      ...tyres.slice(0, TYRES_SHOWN).map((tyre) => `    ${priceText(tyre)} — ${productText(tyre)}`),
    ]),
    ...(pages.length === 0 ? ['Страниц с ценами шин не видно.'] : []),
    ...problems.map((problem) => `Не прочитано: ${problem}`),
  ]
}

function priceText({ price, listPrice, pieces, stock, problem, refused }: PageOffer): string {
  if (price === null) return refused === undefined ? problem : `${problem}, ${roubles.format(refused)} ₽`
  return [
    `${roubles.format(price)} ₽`,
    ...(listPrice === null ? [] : [`без скидки ${roubles.format(listPrice)}`]),
    ...(pieces === 1 ? [] : [`на странице за ${pieces} шт.`]),
    ...(stock === 0 ? ['нет в наличии'] : stock === null ? [] : [`${stock} шт.`]),
  ].join(', ')
}

const productText = ({ brand, name, article, code, gtin }: PageOffer): string =>
  [
    [brand, name].filter(Boolean).join(' ') || 'без названия',
    ...(article === '' ? [] : [`арт. ${article}`]),
    ...(code === '' ? [] : [`код ${code}`]),
    ...(gtin === '' ? [] : [`EAN ${gtin}`]),
  ].join(' · ')
