import type { ShopCrawl } from '../../../../contract/sources/crawl.ts'
import type { AllowedHosts } from '../../../platform/egress/allowed-hosts.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { parseSourceAddress } from '../address.ts'
import { zoneTime } from '../schedule.ts'
import type { ShopLook } from './look-at-shop.ts'
import { isOfSite, siteOf } from './shop-addresses.ts'

/**
 * Checks how a shop is to be read.
 * @throws Refusal with the first problem
 */
export function checkCrawl(crawl: ShopCrawl | null | undefined, allowedHosts: AllowedHosts): ShopCrawl {
  if (!crawl) throw new Refusal(400, 'Не указано, какие страницы магазина читать')
  const address = (text: string) => parseSourceAddress(text, allowedHosts).href
  const [sitemaps, starts] = [crawl.sitemaps.map(address), crawl.starts.map(address)]
  if (sitemaps.length + starts.length === 0)
    throw new Refusal(400, 'Не указано, с каких страниц магазина начинать')
  const patterns = [...crawl.lists, ...crawl.products]
  if (patterns.length === 0) throw new Refusal(400, 'Не указано, на каких страницах магазина шины')
  const wrong = patterns.find((pattern) => !pattern.startsWith('/'))
  if (wrong !== undefined) throw new Refusal(400, `Вид адреса «${wrong.slice(0, 100)}» должен начинаться с /`)
  if (crawl.cities) checkCities(crawl.cities)
  if (crawl.hours && crawl.hours.from === crawl.hours.to)
    throw new Refusal(400, 'Чтение начинается и заканчивается в одно время')
  return { ...crawl, sitemaps, starts }
}

const COOKIE_NAME = /^[\w.-]{1,100}$/
const SUBDOMAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

function checkCities({ by, name, values }: NonNullable<ShopCrawl['cities']>): void {
  if ((by === 'cookie' || by === 'query') && !COOKIE_NAME.test(name)) {
    throw new Refusal(400, 'Укажите имя cookie или параметра, который выбирает город')
  }
  const wrong = values.find(
    ({ city, value }) => city.trim() === '' || value === '' || (by === 'subdomain' && !SUBDOMAIN.test(value)),
  )
  if (wrong)
    throw new Refusal(400, `Город «${wrong.city.slice(0, 50)}»: укажите название и его значение на сайте`)
  if (new Set(values.map(({ city }) => city.trim())).size < values.length)
    throw new Refusal(400, 'Город указан дважды')
  if (new Set(values.map(({ value }) => value)).size < values.length)
    throw new Refusal(400, 'У двух городов одно значение на сайте')
}

/**
 * Proposes how a shop could be read: by its lists if it has any, which need fewer requests, else by its products.
 * @param address where the shop was looked at
 * @returns null if no page with tyres was found
 */
export function proposeCrawl({ pages, sitemaps }: ShopLook, address: string): ShopCrawl | null {
  if (pages.length === 0) return null
  const lists = pages.filter(({ kind }) => kind === 'list')
  const products = pages.filter(({ kind }) => kind === 'product')
  const usual = { cities: null, pause: 1, hours: null, rest_days: 7, completeness: 70 }
  if (lists.length > 0) {
    const starts = [...new Set([address, ...lists.map(({ sample }) => sample)])]
    return { ...usual, sitemaps: [], starts, lists: lists.map(({ pattern }) => pattern), products: [] }
  }
  // A shop's robots.txt must not have this server read another shop in its name.
  const own = sitemaps.filter((one) => isOfSite(one, [siteOf(address)]))
  const starts = own.length > 0 ? [] : [address]
  return { ...usual, sitemaps: own, starts, lists: [], products: products.map(({ pattern }) => pattern) }
}

/** Hours of a day, HH:MM; they may pass midnight. */
interface Hours {
  from: string
  to: string
}

/** Returns whether a time in ms is within the hours of a zone. */
export function isReadingTime({ from, to }: Hours, zone: string, at: number): boolean {
  const { time } = zoneTime(zone, at)
  return from <= to ? time >= from && time < to : time >= from || time < to
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/** Returns the time in ms at which the hours begin next. */
export function beginsAt({ from }: Hours, zone: string, now: number): number {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  const wait = (minutes(from) - minutes(zoneTime(zone, now).time) + DAY_MINUTES) % DAY_MINUTES
  return now - (now % MINUTE_MS) + (wait === 0 ? DAY_MINUTES : wait) * MINUTE_MS
}
