import { CONTAINER_KINDS, CONTAINER_TEXTS } from './account.ts'

/** Findings about records and about texts beside them, in words without their numbers and examples. */
const NAMED: Readonly<Record<string, string>> = {
  'rows:repeated': 'Та же шина с другой ценой, взята меньшая',
  'rows:hundredfold': 'Цены во много раз больше обычных для размера',
  'rows:cheap': 'Цены во много раз меньше обычных для диаметра',
  'rows:otherHeader': 'Внутри таблицы другой заголовок',
  'rows:unpriced': 'Записи без цены',
  'rows:sets': 'Записи называют комплекты, а цены не поделены',
  'rows:mixed': 'Комплекты названы только в части записей, а поделены цены всех',
  'text:vat': 'Сказано, что цены без НДС',
  'text:kind': 'Сказано, что цены не розничные',
  'text:currency': 'Сказано, что цены не в рублях',
  'text:pieces': 'Сказано, что цены за несколько шин',
  'text:buyers': 'Сказано, что цены не для всех',
  'text:bought': 'Сказано, что это цены выкупа или аренды',
  'text:archive': 'Сказано, что цены прежние',
  'text:more': 'Сказано, что цены не только за шину',
  'text:factor': 'Сказано, что цены умножаются на коэффициент',
  'text:condition': 'Сказано, что шины не новые',
  'text:terms': 'Названы условия цен',
}

/** Words after the name of a container, in its gender. */
const READ = {
  file: 'не прочитан',
  sheet: 'не прочитан',
  table: 'не прочитана',
  array: 'не прочитан',
  element: 'не прочитан',
} as const

/** Findings about what has a name: a column, a price or a container. */
const OF_NAME: Readonly<Record<string, (name: string) => string>> = {
  column: (name) => `Колонка «${name}» не читается`,
  price: (name) => `Название цены «${name}» говорит об условии`,
  terms: (name) => `Условия цены «${name}»`,
  ...Object.fromEntries(
    CONTAINER_KINDS.map((kind) => [
      kind,
      (name: string) => `${capitalized(CONTAINER_TEXTS[kind][0])} «${name}» ${READ[kind]}`,
    ]),
  ),
}

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

/** Findings that no column and no choice of the assistant answers: a person compares, or asks the supplier. */
const COMPARED = new Set([
  ...['rows:cheap', 'rows:otherHeader', 'rows:mixed', 'text:currency', 'text:vat', 'text:terms'],
  ...['text:bought', 'text:archive', 'text:more', 'text:factor'],
])

/** Returns whether the assistant may have a control that answers a finding. */
export const isAnswerable = (key: string): boolean => !COMPARED.has(key) && !/^(?:terms|table):/.test(key)

/** Characters that end an answer on a command line, or are read by a shell or a terminal. */
const TYPED = /[%,'"`$\\\p{Cc}\p{Bidi_Control}]/gu

/** Returns keys as one argument of a command line; a list's own names are in them. */
export const formatFindingKeys = (keys: readonly string[]): string =>
  keys
    .map((key) => key.replace(TYPED, (character) => encodeURIComponent(character).replace("'", '%27')))
    .join()

/** Returns the keys of an argument. */
export const parseFindingKeys = (text: string): string[] =>
  text
    .split(',')
    .filter((key) => key !== '')
    .map((key) => key.replace(/(?:%[\dA-F]{2})+/g, decoded))

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Returns what a finding is about, from its key: answers of people are stored as keys alone. An unknown key, which a
 * newer server may have, is returned as it is.
 */
export function findingKeyText(key: string): string {
  if (Object.hasOwn(NAMED, key)) return NAMED[key] as string
  const at = key.indexOf(':')
  const [kind, name] = [key.slice(0, at), key.slice(at + 1)]
  return at > 0 && name !== '' && Object.hasOwn(OF_NAME, kind) ? (OF_NAME[kind]?.(name) ?? key) : key
}
