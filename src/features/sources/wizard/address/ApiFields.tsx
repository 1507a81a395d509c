import { useState } from 'react'
import { PAGES_TO_LOOK_AT } from '../../../../../contract/sources/api.ts'
import { type Option, SelectField } from '../../../../ui/Field.tsx'
import { countText } from '../../../../ui/plural.ts'
import type { WizardDraft } from '../draft.ts'
import { WizardField } from '../WizardField.tsx'
import { type ApiDraft, type ApiForm, apiOf, apiProblems } from './api-draft.ts'
import '../wizard.css'

interface ApiFieldsProps {
  api: ApiDraft
  /** whether all problems are displayed */
  checked: boolean
  onChange(api: ApiDraft): void
}

const WAYS = [
  { value: '', name: 'Всё одним ответом' },
  { value: 'page', name: 'По номеру страницы' },
  { value: 'offset', name: 'По числу пропущенных записей' },
  { value: 'cursor', name: 'По курсору из ответа' },
  { value: 'next', name: 'По ссылке на следующую страницу' },
] as const satisfies readonly Option<ApiForm['by']>[]

const TYPES = [
  { value: 'json', name: 'JSON' },
  { value: 'form', name: 'Форма' },
] as const satisfies readonly Option<ApiForm['loginType']>[]

/** Folded settings of an address that is a supplier's API (specification 12.13). */
export function ApiFields({ api, checked, onChange }: ApiFieldsProps) {
  // A cleared field must not fold the part in which it is.
  const [isOpen] = useState(apiOf(api) !== null)
  const { form } = api
  const problems = apiProblems(api)
  const set = (part: Partial<ApiForm>) => onChange({ ...api, form: { ...form, ...part } })
  const field = (name: Exclude<keyof ApiForm, 'by' | 'loginType'>) => ({
    name,
    checked,
    value: form[name],
    problem: problems[name],
    onChange: (value: string) => set({ [name]: value }),
  })
  const isCounted = form.by === 'page' || form.by === 'offset'
  return (
    <details className="disclosure" open={isOpen || (checked && Object.keys(problems).length > 0)}>
      <summary>Запросы к API поставщика</summary>
      <div className="shop-fields grid grid-cols-2 items-start gap-12-16">
        <WizardField
          {...field('loginAddress')}
          label="Адрес входа"
          placeholder="https://api.shop.ru/login"
          hint="Пусто: без входа. Имя и пароль указываются выше, они уйдут и на этот сервер"
        />
        {form.loginAddress.trim() !== '' && (
          <>
            <WizardField
              {...field('token')}
              label="Где в ответе ключ"
              hint="Путь в ответе: access_token, data.token. Если вход даёт cookie: cookie:имя"
            />
            <SelectField
              label="Вход отправляется как"
              value={form.loginType}
              options={TYPES}
              onChange={(loginType) => set({ loginType })}
            />
            <div className="shop-wide">
              <WizardField
                {...field('loginBody')}
                label="Тело входа"
                rows={3}
                hint="Вместо {username}, {password} и {secret.ИМЯ} сервер подставит имя, пароль и ключ с этим именем"
              />
            </div>
          </>
        )}
        <div className="shop-wide">
          <WizardField
            {...field('body')}
            label="Тело запроса"
            rows={3}
            hint="JSON для запроса POST; {page} и {size} — номер и размер страницы. Пусто: запрос GET"
          />
        </div>
        <SelectField label="Как листать" value={form.by} options={WAYS} onChange={(by) => set({ by })} />
        {form.by !== '' && (
          <>
            <WizardField
              {...field('records')}
              label="Где записи"
              hint="Путь к списку: data.items. Пусто: сам ответ"
            />
            {form.by !== 'next' && (
              <WizardField
                {...field('parameter')}
                label={form.by === 'cursor' ? 'Параметр курсора' : 'Параметр страницы'}
                hint="Имя в адресе: page, offset, cursor"
              />
            )}
            {isCounted ? (
              <WizardField
                {...field('first')}
                label="Первый номер"
                inputMode="numeric"
                hint="Обычно 1 или 0"
              />
            ) : (
              <WizardField
                {...field('path')}
                label={form.by === 'cursor' ? 'Где курсор' : 'Где ссылка'}
                hint={
                  form.by === 'cursor' ? 'Путь в ответе: next_cursor' : 'Путь в ответе. Пусто: заголовок Link'
                }
              />
            )}
            <WizardField
              {...field('size')}
              label="Размер страницы"
              inputMode="numeric"
              hint="Сколько записей отдаёт поставщик. Пусто: не известно"
            />
            <WizardField
              {...field('sizeParameter')}
              label="Параметр размера"
              hint="Например, limit. Пусто: не нужен"
            />
            <p className="panel-words shop-wide text-15 text-muted">
              Для разбора скачаются первые {PAGES_TO_LOOK_AT} страницы, при загрузке — все.
            </p>
          </>
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
