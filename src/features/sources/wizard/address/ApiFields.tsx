import { useState } from 'react'
import { ApiPaging, PAGES_TO_LOOK_AT } from '../../../../../contract/sources/api.ts'
import { countText } from '../../../../ui/plural.ts'
import {
  type FieldProblems,
  type FieldTable,
  integerProblem,
  problemsOf,
  useFields,
} from '../../../../ui/useFields.tsx'
import type { WizardDraft } from '../draft.ts'
import { type ApiDraft, type ApiForm, apiOf, bodyOf, COOKIE, isOnFileServer } from './api-draft.ts'
import '../wizard.css'

const NO_JSON = 'Нужен объект JSON: {"имя": "значение"}.'
const LINES = { rows: 3, className: 'shop-lines', box: 'shop-wide' } as const
const { first: FIRST, size: SIZE } = ApiPaging.properties

const hasLogin = ({ loginAddress }: ApiForm): boolean => loginAddress.trim() !== ''
const isPaged = ({ by }: ApiForm): boolean => by !== ''
const isCounted = ({ by }: ApiForm): boolean => by === 'page' || by === 'offset'

const FIELDS: FieldTable<ApiForm> = {
  loginAddress: {
    label: 'Адрес входа',
    placeholder: 'https://api.shop.ru/login',
    hint: 'Пусто: без входа. Имя и пароль указываются выше, они уйдут и на этот сервер',
    problem: (form) =>
      hasLogin(form) &&
      !/^\s*https?:\/\/[^\s/]/i.test(form.loginAddress) &&
      'Нужен адрес вида https://api.shop.ru/login.',
  },
  loginType: {
    applies: hasLogin,
    label: 'Вход отправляется как',
    options: [
      { value: 'json', name: 'JSON' },
      { value: 'form', name: 'Форма' },
    ],
  },
  loginBody: {
    ...LINES,
    applies: hasLogin,
    label: 'Тело входа',
    hint: 'Вместо {username}, {password} и {secret.ИМЯ} сервер подставит имя, пароль и ключ с этим именем',
    problem: ({ loginBody }) => bodyOf(loginBody) === undefined && NO_JSON,
  },
  token: {
    applies: hasLogin,
    label: 'Где в ответе ключ',
    hint: 'Путь в ответе: access_token, data.token. Если вход даёт cookie: cookie:имя',
    problem: ({ token }) => token.replace(COOKIE, '').trim() === '' && 'Укажите, где в ответе ключ.',
  },
  body: {
    ...LINES,
    label: 'Тело запроса',
    hint: 'JSON для запроса POST; {page} и {size} — номер и размер страницы. Пусто: запрос GET',
    problem: ({ body }) => bodyOf(body) === undefined && NO_JSON,
  },
  by: {
    label: 'Как листать',
    options: [
      { value: '', name: 'Всё одним ответом' },
      { value: 'page', name: 'По номеру страницы' },
      { value: 'offset', name: 'По числу пропущенных записей' },
      { value: 'cursor', name: 'По курсору из ответа' },
      { value: 'next', name: 'По ссылке на следующую страницу' },
    ],
  },
  records: { applies: isPaged, label: 'Где записи', hint: 'Путь к списку: data.items. Пусто: сам ответ' },
  parameter: {
    applies: ({ by }) => by !== '' && by !== 'next',
    label: ({ by }) => (by === 'cursor' ? 'Параметр курсора' : 'Параметр страницы'),
    hint: 'Имя в адресе: page, offset, cursor',
    problem: ({ parameter, body }) =>
      parameter.trim() === '' &&
      !body.includes('{page}') &&
      'Укажите имя параметра или поставьте {page} в тело запроса.',
  },
  first: {
    applies: isCounted,
    label: 'Первый номер',
    inputMode: 'numeric',
    hint: 'Обычно 1 или 0',
    problem: ({ first }) => integerProblem(first, FIRST),
  },
  size: {
    applies: isPaged,
    label: 'Размер страницы',
    inputMode: 'numeric',
    hint: 'Сколько записей отдаёт поставщик. Пусто: не известно',
    problem: ({ size }) =>
      size.trim() !== '' && integerProblem(size, SIZE) !== '' && 'Укажите целое число до 100000 или ничего.',
  },
  path: {
    applies: (form) => isPaged(form) && !isCounted(form),
    label: ({ by }) => (by === 'cursor' ? 'Где курсор' : 'Где ссылка'),
    hint: ({ by }) =>
      by === 'cursor' ? 'Путь в ответе: next_cursor' : 'Путь в ответе. Пусто: заголовок Link',
    problem: ({ by, path }) => by === 'cursor' && path.trim() === '' && 'Укажите, где в ответе курсор.',
  },
  sizeParameter: { applies: isPaged, label: 'Параметр размера', hint: 'Например, limit. Пусто: не нужен' },
}

export const wrongApi = (draft: { api: ApiDraft; address: string }): FieldProblems<ApiForm> =>
  isOnFileServer(draft) ? {} : problemsOf(FIELDS, draft.api.form)

interface ApiFieldsProps {
  api: ApiDraft
  /** whether all problems are displayed */
  checked: boolean
  onChange(api: ApiDraft): void
}

/** Folded settings of an address that is a supplier's API (specification 12.13). */
export function ApiFields({ api, checked, onChange }: ApiFieldsProps) {
  // A cleared field must not fold the part in which it is.
  const [isOpen] = useState(apiOf(api) !== null)
  const { form } = api
  const field = useFields(FIELDS, {
    form,
    checked,
    onChange: (part) => onChange({ ...api, form: { ...form, ...part } }),
  })
  return (
    <details
      className="disclosure"
      open={isOpen || (checked && Object.keys(problemsOf(FIELDS, form)).length > 0)}
    >
      <summary>Запросы к API поставщика</summary>
      <div className="shop-fields grid grid-cols-2 items-start gap-12-16">
        {field('loginAddress')}
        {field('token')}
        {field('loginType')}
        {field('loginBody')}
        {field('body')}
        {field('by')}
        {field('records')}
        {field('parameter')}
        {field('first')}
        {field('path')}
        {field('size')}
        {field('sizeParameter')}
        {isPaged(form) && (
          <p className="panel-words shop-wide text-15 text-muted">
            Для разбора скачаются первые {PAGES_TO_LOOK_AT} страницы, при загрузке — все.
          </p>
        )}
      </div>
    </details>
  )
}

/** Note that the draft's file has only the first pages of an API. */
export function FirstPagesNote({ draft: { file } }: { draft: Pick<WizardDraft, 'file'> }) {
  if (file?.first_pages === undefined) return null
  const pages = countText(file.first_pages, ['страница', 'страницы', 'страниц'])
  return <p className="panel-words">Здесь первые {pages} прайс-листа. Загрузятся все.</p>
}
