import type { ShopLookAnswer } from '../../../../../contract/pages/shop-job.ts'
import type { CrawlCities, ShopCrawl } from '../../../../../contract/sources/crawl.ts'
import type { StoredFile } from '../../../../../contract/sources/guess.ts'
import type { MappingJson, Source } from '../../../../../contract/sources/source.ts'

/** Settings of a crawl as typed; lists of patterns and addresses have one per line. */
export interface CrawlForm {
  /** patterns of the look that are checked */
  chosen: readonly string[]
  /** further patterns */
  lists: string
  products: string
  /** first pages and sitemaps */
  starts: string
  /** '' if prices do not depend on the city */
  cityBy: CrawlCities['by'] | ''
  cityName: string
  cities: string
  pause: string
  from: string
  to: string
  restDays: string
  completeness: string
}

/** Part of a draft about reading a whole shop. */
export interface ShopDraft {
  look: ShopLookAnswer | null
  /** address of the last look, or of the stored source; '' before the first look */
  lookedAt: string
  form: CrawlForm
  /** sitemaps that are known as such; others are recognised by their names */
  sitemaps: readonly string[]
  /** fixed mapping of price lists that are written of pages; empty before the first look */
  mapping: MappingJson
  /** sample that was read, and the crawl of which it is one, as JSON */
  sample: { file: StoredFile; pages: number; tyres: number; crawl: string } | null
}

/** Returns whether the address of a shop is another than that of its findings. */
export const isElsewhere = ({ address, shop }: { address: string; shop: ShopDraft }): boolean =>
  address.trim() !== shop.lookedAt

export const lines = (text: string): string[] => numberedLines(text).map(({ line }) => line)

const formOf = (crawl: ShopCrawl): CrawlForm => ({
  chosen: [],
  lists: crawl.lists.join('\n'),
  products: crawl.products.join('\n'),
  starts: [...crawl.starts, ...crawl.sitemaps].join('\n'),
  cityBy: crawl.cities?.by ?? '',
  cityName: crawl.cities?.name ?? '',
  cities: cityLines(crawl.cities?.values ?? []),
  pause: String(crawl.pause),
  from: crawl.hours?.from ?? '',
  to: crawl.hours?.to ?? '',
  restDays: String(crawl.rest_days),
  completeness: String(crawl.completeness),
})

const USUAL: ShopCrawl = {
  ...{ sitemaps: [], starts: [], lists: [], products: [], cities: null, hours: null },
  ...{ pause: 1, rest_days: 7, completeness: 70 },
}

/** Returns the draft of a stored source's crawl, or of a new one. */
export const shopDraftOf = (source: Pick<Source, 'crawl' | 'mapping' | 'address'> | null): ShopDraft => ({
  look: null,
  lookedAt: source?.crawl ? source.address : '',
  form: formOf(source?.crawl ?? USUAL),
  sitemaps: source?.crawl?.sitemaps ?? [],
  mapping: source?.crawl ? source.mapping : {},
  sample: null,
})

/**
 * Returns the draft after a look.
 * @param lookedAt address of the shop
 * @param keeps whether the settings are retained, as for a stored source, instead of taken from the proposal
 */
export function withLook(
  shop: ShopDraft,
  { look, lookedAt }: { look: ShopLookAnswer; lookedAt: string },
  keeps: boolean,
): ShopDraft {
  const patterns = look.pages.map(({ pattern }) => pattern)
  const crawl = keeps ? crawlOf(shop) : (look.proposal ?? USUAL)
  const read = [...crawl.lists, ...crawl.products]
  const others = (own: readonly string[]) => own.filter((one) => !patterns.includes(one)).join('\n')
  const { lists, products, starts } = formOf(crawl)
  const kept = keeps ? shop.form : formOf(crawl)
  return {
    ...shop,
    look,
    lookedAt,
    mapping: look.mapping,
    sitemaps: crawl.sitemaps,
    form: {
      ...kept,
      chosen: patterns.filter((one) => read.includes(one)),
      lists: others(lines(lists)),
      products: others(lines(products)),
      starts,
    },
  }
}

/** Returns the form after a kind of pages was checked or unchecked; the sample of a list is a page to start from. */
export function withPages(
  form: CrawlForm,
  { pattern, kind, sample }: ShopLookAnswer['pages'][number],
  isChosen: boolean,
): CrawlForm {
  const chosen = form.chosen.filter((one) => one !== pattern)
  const starts = lines(form.starts).filter((one) => kind !== 'list' || one !== sample)
  if (!isChosen) return { ...form, chosen, starts: starts.join('\n') }
  const all = kind === 'list' ? [...starts, sample] : starts
  return { ...form, chosen: [...chosen, pattern], starts: all.join('\n') }
}

const SITEMAP = /\.xml(?:\.gz)?$|sitemap/i

/** Parses an address; null if it is none. */
export function urlOf(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** Returns the crawl that is sent to the server. The draft must have no problems. */
export function crawlOf({ look, form, sitemaps }: ShopDraft): ShopCrawl {
  const { chosen, cityBy, from, to } = form
  const starts = [...new Set(lines(form.starts))]
  const isSitemap = (text: string) => sitemaps.includes(text) || SITEMAP.test(urlOf(text)?.pathname ?? '')
  const patterns = (kind: 'list' | 'product', own: string) => [
    ...new Set([
      ...(look?.pages ?? [])
        .filter((pages) => pages.kind === kind && chosen.includes(pages.pattern))
        .map(({ pattern }) => pattern),
      ...lines(own),
    ]),
  ]
  return {
    sitemaps: starts.filter(isSitemap),
    starts: starts.filter((one) => !isSitemap(one)),
    lists: patterns('list', form.lists),
    products: patterns('product', form.products),
    cities:
      cityBy === ''
        ? null
        : {
            by: cityBy,
            name: needsName(cityBy) ? form.cityName.trim() : '',
            values: parseCities(form.cities, cityBy).values,
          },
    pause: Number(form.pause),
    hours: from === '' || to === '' ? null : { from, to },
    rest_days: Number(form.restDays),
    completeness: Number(form.completeness),
  }
}

type CityValue = CrawlCities['values'][number]

/** Way in which a shop is asked for a city's prices, with its label. */
export const CITY_WAYS: readonly (readonly [CrawlCities['by'], string])[] = [
  ['cookie', 'Cookie'],
  ['subdomain', 'Поддомен: omsk.shop.ru'],
  ['path', 'Начало пути: shop.ru/omsk/'],
  ['query', 'Параметр адреса: ?city=55'],
]

/** Returns whether this way needs the name of a cookie or a parameter. */
export const needsName = (by: string): boolean => by === 'cookie' || by === 'query'

/** Returns the lines of a text that are not empty, with their numbers. */
export const numberedLines = (text: string): { line: string; number: number }[] =>
  text
    .split('\n')
    .map((line, at) => ({ line: line.trim(), number: at + 1 }))
    .filter(({ line }) => line !== '')

const SUBDOMAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/**
 * Parses lines 'Город = значение'.
 * @returns the values of the valid lines, and a problem for each of the others
 */
export function parseCities(text: string, by: string): { values: CityValue[]; problems: string[] } {
  const values: CityValue[] = []
  const problems: string[] = []
  for (const { line, number } of numberedLines(text)) {
    const at = line.indexOf('=')
    const [city, value] = at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    const problem =
      city === '' || value === ''
        ? 'нужно «Город = значение», например «Омск = 55».'
        : values.some((one) => one.city === city)
          ? `город «${city}» указан дважды.`
          : values.some((one) => one.value === value)
            ? `значение «${value}» уже указано у другого города.`
            : by === 'subdomain' && !SUBDOMAIN.test(value)
              ? `«${value}» не может быть поддоменом.`
              : null
    if (problem === null) values.push({ city, value })
    else problems.push(`Строка ${number}: ${problem}`)
  }
  return { values, problems }
}

const cityLines = (values: readonly CityValue[]): string =>
  values.map(({ city, value }) => `${city} = ${value}`).join('\n')
