import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'
import type { SourceApi } from '../../../contract/sources/api.ts'
import type { ShopCrawl } from '../../../contract/sources/crawl.ts'
import type { MailSettings } from '../../../contract/sources/mail.ts'
import type { Source, SourceHistory } from '../../../contract/sources/source.ts'
import { formatCount, formatShare, formatSourceDay } from './texts.ts'
import { momentIn, zoneLabel } from './zones.ts'

type Fact = [name: string, value: ReactNode]

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

const PAGINGS = {
  page: 'по номеру страницы',
  offset: 'по числу пропущенных записей',
  cursor: 'по курсору',
  next: 'по ссылке на следующую страницу',
} as const

/** Returns how an API is asked. */
function apiFacts({ login, request, paging }: SourceApi): Fact[] {
  const full = paging && paging.size > 0 ? `, по\u00a0${formatCount(paging.size)}` : ''
  return [
    ...(login ? ([['Вход в API', login.address]] satisfies Fact[]) : []),
    ['Запросы к API', `${request.method}, ${paging ? `${PAGINGS[paging.by]}${full}` : 'одним ответом'}`],
    ...(paging?.records ? ([['Записи', <code key="records">{paging.records}</code>]] satisfies Fact[]) : []),
  ]
}

/** Returns which mails are read. */
function mailFacts(mail: MailSettings): Fact[] {
  const named = (name: string, value: string): Fact[] => (value === '' ? [] : [[name, value]])
  return [
    ['От кого', mail.from],
    ...named('Тема', mail.subject),
    ...named('Вложение', mail.attachment),
    ['Папка', mail.folder],
    ['Отправителя проверяет', mail.proof === '' ? 'никто' : mail.proof],
    ['Прочитанные письма', mail.move_to === '' ? 'отмечаются' : `переносятся в «${mail.move_to}»`],
    ['Цены письма стоят', `${mail.valid_days}\u00a0дн.`],
  ]
}

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

/** Settings and latest numbers of a source. */
export function SourceFacts({ history: { source, pages } }: { history: SourceHistory }) {
  const { kind, address, secret_names: secretNames, crawl, mail, api, times, zone, enabled } = source
  const { expected_by: expectedBy, host_key: hostKey } = source
  const origins: Readonly<Record<Source['kind'], ReactNode>> = {
    address,
    shop: 'страницы магазина',
    mail: `почта, ${address}`,
    upload: 'файл, который загружают или присылают',
    pages: (
      <Link to={`${ROUTES.pages}?${new URLSearchParams({ site: source.site })}`}>
        страницы товаров, за которыми следят
      </Link>
    ),
  }
  const facts: Fact[] = [
    ['Сайт', source.site],
    ['Откуда', origins[kind]],
    ...(pages ? [['Страницы', pagesText(pages)] satisfies Fact] : []),
    ...(crawl ? crawlFacts(crawl) : []),
    ...(hostKey ? ([['Ключ сервера', <code key="key">{hostKey}</code>]] satisfies Fact[]) : []),
    ...(mail ? mailFacts(mail) : []),
    ...(api ? apiFacts(api) : []),
    ...(secretNames.length > 0
      ? ([['Доступ', `задан: ${secretNames.join(', ')}`]] as [string, string][])
      : []),
    [
      'Расписание',
      !enabled
        ? 'выключено'
        : times.length > 0
          ? `${times.join(', ')} (${zoneLabel(zone)})`
          : 'только по вашей команде',
    ],
    ['Ждать к', expectedBy === '' ? 'не ждать' : `${expectedBy} (${zoneLabel(zone)})`],
    ['Следующая загрузка', source.next_run === null ? 'не назначена' : momentIn(zone, source.next_run)],
    ['Последний день', source.last_day === null ? 'цен ещё не было' : formatSourceDay(source.last_day)],
    [
      'Сейчас в отчётах',
      `шин ${formatCount(source.tyres)}, предложений ${formatCount(source.offers)}, отклонено ${formatShare(source.bad_percent)}`,
    ],
    ...(kind === 'pages'
      ? []
      : ([['Допустимо отклонить', formatShare(source.max_bad)]] as [string, string][])),
  ]
  return (
    <section className="panel" aria-label="Настройка источника">
      <dl className="source-facts source-facts-wide">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
