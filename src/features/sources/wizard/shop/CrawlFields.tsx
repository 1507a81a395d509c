import { useState } from 'react'
import { ShopCrawl } from '../../../../../contract/sources/crawl.ts'
import { type FieldTable, integerProblem, problemsOf, useFields } from '../../../../ui/useFields.tsx'
import {
  CITY_WAYS,
  type CrawlForm,
  lines,
  needsName,
  numberedLines,
  parseCities,
  type ShopDraft,
  urlOf,
} from './shop-draft.ts'

/** Returns a problem for each line that is not valid, on a line of its own. */
const wrongLines = (text: string, isValid: (line: string) => boolean, words: string): string =>
  numberedLines(text)
    .filter(({ line }) => !isValid(line))
    .map(({ line, number }) => `Строка ${number}: «${line.slice(0, 100)}» ${words}`)
    .join('\n')

const wrongPatterns = (text: string): string =>
  wrongLines(text, (line) => line.startsWith('/'), 'должна начинаться с /')
const isWebAddress = (text: string): boolean => /^https?:$/.test(urlOf(text)?.protocol ?? '')

const LINES = { rows: 3, className: 'shop-lines' } as const
const COOKIE_NAME = /^[\w.-]{1,100}$/
const { pause: PAUSE, rest_days: REST_DAYS, completeness: COMPLETENESS } = ShopCrawl.properties

const FIELDS: FieldTable<CrawlForm> = {
  chosen: {
    problem: ({ chosen, lists, products }) =>
      [...chosen, ...lines(lists), ...lines(products)].length === 0 &&
      'Выберите или впишите хотя бы один вид страниц.',
  },
  lists: {
    ...LINES,
    label: 'Списки',
    hint: 'По одному в строке, «*» вместо того, что меняется: /catalog/tyres/*',
    problem: ({ lists }) => wrongPatterns(lists),
  },
  products: {
    ...LINES,
    label: 'Товары',
    hint: 'Например, /tyre/*',
    problem: ({ products }) => wrongPatterns(products),
  },
  starts: {
    ...{ ...LINES, rows: 4, box: 'shop-wide' },
    label: 'С чего начинать',
    hint: 'Адреса первых страниц и карт сайта (sitemap), по одному в строке',
    problem: ({ starts }) =>
      lines(starts).length === 0
        ? 'Укажите хотя бы одну страницу или карту сайта.'
        : wrongLines(starts, isWebAddress, 'не адрес вида https://shop.ru/tyres/'),
  },
  cityBy: {
    label: 'Как сайт узнаёт город',
    options: [
      { value: '', name: 'Цены везде одни' },
      ...CITY_WAYS.map(([way, label]) => ({ value: way, name: label })),
    ],
  },
  cityName: {
    applies: ({ cityBy }) => needsName(cityBy),
    label: ({ cityBy }) => (cityBy === 'cookie' ? 'Имя cookie' : 'Имя параметра'),
    hint: 'Например, city_id',
    problem: ({ cityName }) => !COOKIE_NAME.test(cityName.trim()) && 'Укажите имя латиницей.',
  },
  cities: {
    ...{ ...LINES, rows: 5, box: 'shop-wide' },
    applies: ({ cityBy }) => cityBy !== '',
    label: 'Города',
    hint: 'По одному в строке: Омск = 55. Каждый город — ещё один проход по сайту',
    problem: ({ cities, cityBy }) => {
      const { values, problems } = parseCities(cities, cityBy)
      return problems.join('\n') || (values.length === 0 && 'Укажите хотя бы один город.')
    },
  },
  pause: {
    label: 'Пауза между запросами, секунд',
    inputMode: 'numeric',
    hint: 'Если сайт просит большую, действует она',
    problem: ({ pause }) => integerProblem(pause, PAUSE),
  },
  from: {
    label: 'Читать с',
    type: 'time',
    hint: 'Пусто: в любое время',
    problem: ({ from, to }) =>
      (from === '') !== (to === '')
        ? 'Укажите оба времени или ни одного.'
        : from !== '' &&
          from === to &&
          'Чтение начинается и заканчивается в одно время: укажите другое или оставьте оба поля пустыми.',
  },
  to: { label: 'До', type: 'time' },
  restDays: {
    label: 'Чужие шины раз в … дней',
    inputMode: 'numeric',
    hint: 'Шины, которые продаём и мы, читаются каждый раз',
    problem: ({ restDays }) => integerProblem(restDays, REST_DAYS),
  },
  completeness: {
    label: 'Задержать, если предложений меньше … %',
    inputMode: 'numeric',
    hint: 'От числа за последний день',
    problem: ({ completeness }) => integerProblem(completeness, COMPLETENESS),
  },
}

export const crawlProblems = ({ form }: ShopDraft) => problemsOf(FIELDS, form)

interface CrawlFieldsProps {
  shop: ShopDraft
  /** whether all problems are displayed */
  checked: boolean
  onChange(part: Partial<CrawlForm>): void
}

/** Folded settings of a shop: own patterns and first pages, cities, and the manner of reading. */
export function CrawlFields({ shop: { form, look }, checked, onChange }: CrawlFieldsProps) {
  // A choice must not fold the part in which it is made.
  const [hasCities] = useState(form.cityBy !== '')
  const field = useFields(FIELDS, { form, checked, onChange })
  return (
    <>
      <details className="disclosure" open={look === null || look.pages.length === 0}>
        <summary>Ещё виды адресов</summary>
        <div className="shop-fields grid grid-cols-2 items-start gap-12-16">
          {field('lists')}
          {field('products')}
          {field('starts')}
        </div>
      </details>
      <details className="disclosure" open={hasCities}>
        <summary>Цены зависят от города</summary>
        <div className="shop-fields grid grid-cols-2 items-start gap-12-16">
          {field('cityBy')}
          {field('cityName')}
          {field('cities')}
        </div>
      </details>
      <details className="disclosure">
        <summary>Как читать</summary>
        <div className="shop-fields grid grid-cols-2 items-start gap-12-16">
          {field('pause')}
          <div className="grid grid-cols-2 items-start gap-8">
            {field('from')}
            {field('to')}
          </div>
          {field('restDays')}
          {field('completeness')}
          <p className="panel-words shop-wide text-15 text-muted">robots.txt сайта соблюдается всегда.</p>
        </div>
      </details>
    </>
  )
}
