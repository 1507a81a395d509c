import { Link } from 'react-router-dom'
import { ROUTES } from '../../../../../contract/routes.ts'
import type { SourceHistory, SourceKind } from '../../../../../contract/sources/source.ts'
import { FilePicker } from '../../FilePicker.tsx'
import { formatCount } from '../../texts.ts'
import { ADDRESS_KIND } from '../address/address-kind.tsx'
import { USUAL_TIMES } from '../draft.ts'
import { MAIL_KIND } from '../mail/mail-kind.tsx'
import { SHOP_KIND } from '../shop/shop-kind.tsx'
import { type FirstStepProps, type KindModule, OF_FILES } from './kind-module.ts'

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
const PAGES_KIND: KindModule = {
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

function UploadStep({ busy, upload, children }: FirstStepProps) {
  return (
    <>
      {busy ? (
        <p role="status" className="panel-words">
          Разбираем файл: ищем колонки, цены и размеры...
        </p>
      ) : (
        <FilePicker upload={upload} />
      )}
      {children}
    </>
  )
}

/** Price lists that people upload, or suppliers and 1C deliver. */
const UPLOAD_KIND: KindModule = {
  ...OF_FILES,
  choice: ['Файл', 'Загружаю сам или присылает поставщик'],
  times: USUAL_TIMES,
  First: UploadStep,
  origin: () => 'файл, который загружают или присылают',
}

/** Kinds of sources, in the order of the wizard. */
export const KINDS: Readonly<Record<SourceKind, KindModule>> = {
  upload: UPLOAD_KIND,
  address: ADDRESS_KIND,
  mail: MAIL_KIND,
  shop: SHOP_KIND,
  pages: PAGES_KIND,
}
