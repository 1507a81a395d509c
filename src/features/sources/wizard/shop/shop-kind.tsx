import type { ShopCrawl } from '../../../../../contract/sources/crawl.ts'
import type { Fact, KindModule } from '../kinds/kind-module.ts'
import { ShopCheck } from './ShopCheck.tsx'
import { CRAWL_FORM, ShopStep } from './ShopStep.tsx'
import { crawlOf, crawlProblems, isElsewhere } from './shop-draft.ts'

/** All pages of a shop. */
export const SHOP_KIND: KindModule = {
  choice: ['Магазин', 'Прайс-листа нет: сервер читает страницы сайта, по расписанию'],
  title: 'Мастер магазина',
  steps: ['file', 'settings', 'check'],
  firstStep: 'Магазин',
  // At night.
  times: ['03:00'],
  verb: 'Читать',
  readsPages: true,
  First: ShopStep,
  form: CRAWL_FORM,
  Check: ShopCheck,
  isComplete: (draft) => !isElsewhere(draft) && Object.keys(crawlProblems(draft.shop)).length === 0,
  mapping: ({ shop }) => shop.mapping,
  input: ({ address, shop }) => ({ address: address.trim(), crawl: crawlOf(shop) }),
  note: 'страницы магазина',
  origin: () => 'страницы магазина',
  facts: ({ source: { crawl } }) => (crawl ? crawlFacts(crawl) : []),
  removed: 'настройка и журнал загрузок будут удалены.',
}

/** Returns how a shop's pages are read. */
function crawlFacts({ lists, products, cities, pause, hours }: ShopCrawl): Fact[] {
  const patterns = (name: string, own: readonly string[]): Fact[] =>
    own.length === 0 ? [] : [[name, <code key={name}>{own.join(', ')}</code>]]
  return [
    ...patterns('Списки', lists),
    ...patterns('Товары', products),
    ...(cities ? [['Города', cities.values.map(({ city }) => city).join(', ')] satisfies Fact] : []),
    ['Пауза', `${pause}\u00a0с${hours ? `, с ${hours.from} до ${hours.to}` : ''}`],
  ]
}
