import type { ShopCrawl } from '../../../../contract/sources/crawl.ts'
import type { AllowedHosts } from '../../../platform/egress/allowed-hosts.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { parseSourceAddress } from '../address.ts'

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
