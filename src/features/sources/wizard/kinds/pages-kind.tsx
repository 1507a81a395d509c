import { Link } from 'react-router-dom'
import { ROUTES } from '../../../../../contract/routes.ts'
import type { SourceHistory } from '../../../../../contract/sources/source.ts'
import { formatCount } from '../../texts.ts'
import type { KindModule } from './kind-module.ts'

const PAGE_WORDS = [
  ['ok', 'с ценой'],
  ['held', 'ждут решения'],
  ['failed', 'не прочитано'],
  ['gone', 'нет на сайте'],
  ['new', 'ещё не прочитано'],
] as const

/** Formats how many pages give a price, and how many do not: 'с ценой 12, ждут решения 2'. */
const pagesText = (counts: NonNullable<SourceHistory['pages']>): string =>
  PAGE_WORDS.filter(([state]) => state === 'ok' || counts[state] > 0)
    .map(([state, words]) => `${words} ${formatCount(counts[state])}`)
    .join(', ')

/** Pages of single tyres that people track; the first of a site's pages creates its source. */
export const PAGES_KIND: KindModule = {
  title: 'Настройка источника',
  steps: ['settings'],
  times: ['06:00'],
  verb: 'Читать',
  readsPages: true,
  isTracked: true,
  note: 'страницы товаров',
  origin: ({ site }) => (
    <Link to={`${ROUTES.pages}?${new URLSearchParams({ site })}`}>страницы товаров, за которыми следят</Link>
  ),
  facts: ({ pages }) => (pages ? [['Страницы', pagesText(pages)]] : []),
  input: ({ address }) => ({ address: address.trim() }),
  removed: 'за страницами сайта больше не будут следить, настройка и журнал загрузок будут удалены.',
}
