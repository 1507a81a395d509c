import { useState } from 'react'
import { SelectField } from '../../../../ui/Field.tsx'
import { WizardField } from '../WizardField.tsx'
import { CITY_WAYS, needsName } from './cities-text.ts'
import { type CrawlForm, crawlProblems, type ShopDraft } from './shop-draft.ts'

interface CrawlFieldsProps {
  shop: ShopDraft
  /** whether all problems are displayed */
  checked: boolean
  onChange(part: Partial<CrawlForm>): void
}

/** Folded settings of a shop: own patterns and first pages, cities, and the manner of reading. */
export function CrawlFields({ shop, checked, onChange }: CrawlFieldsProps) {
  const { form, look } = shop
  // A choice must not fold the part in which it is made.
  const [hasCities] = useState(form.cityBy !== '')
  const problems = crawlProblems(shop)
  const field = (name: Exclude<keyof CrawlForm, 'chosen' | 'cityBy'>) => ({
    name,
    checked,
    value: form[name],
    problem: problems[name],
    onChange: (value: string) => onChange({ [name]: value }),
  })
  return (
    <>
      <details className="disclosure" open={look === null || look.pages.length === 0}>
        <summary>Ещё виды адресов</summary>
        <div className="shop-fields grid grid-cols-2 items-start gap-12-16">
          <WizardField
            {...field('lists')}
            label="Списки"
            rows={3}
            hint="По одному в строке, «*» вместо того, что меняется: /catalog/tyres/*"
          />
          <WizardField {...field('products')} label="Товары" rows={3} hint="Например, /tyre/*" />
          <div className="shop-wide">
            <WizardField
              {...field('starts')}
              label="С чего начинать"
              rows={4}
              hint="Адреса первых страниц и карт сайта (sitemap), по одному в строке"
            />
          </div>
        </div>
      </details>
      <details className="disclosure" open={hasCities}>
        <summary>Цены зависят от города</summary>
        <div className="shop-fields grid grid-cols-2 items-start gap-12-16">
          <SelectField
            label="Как сайт узнаёт город"
            value={form.cityBy}
            onChange={(cityBy) => onChange({ cityBy })}
            none="Цены везде одни"
            options={CITY_WAYS.map(([way, label]) => ({ value: way, name: label }))}
          />
          {needsName(form.cityBy) && (
            <WizardField
              {...field('cityName')}
              label={form.cityBy === 'cookie' ? 'Имя cookie' : 'Имя параметра'}
              hint="Например, city_id"
            />
          )}
          {form.cityBy !== '' && (
            <div className="shop-wide">
              <WizardField
                {...field('cities')}
                label="Города"
                rows={5}
                hint="По одному в строке: Омск = 55. Каждый город — ещё один проход по сайту"
              />
            </div>
          )}
        </div>
      </details>
      <details className="disclosure">
        <summary>Как читать</summary>
        <div className="shop-fields grid grid-cols-2 items-start gap-12-16">
          <WizardField
            {...field('pause')}
            label="Пауза между запросами, секунд"
            inputMode="numeric"
            hint="Если сайт просит большую, действует она"
          />
          <div className="grid grid-cols-2 items-start gap-8">
            <WizardField {...field('from')} label="Читать с" type="time" hint="Пусто: в любое время" />
            <WizardField {...field('to')} label="До" type="time" />
          </div>
          <WizardField
            {...field('restDays')}
            label="Чужие шины раз в … дней"
            inputMode="numeric"
            hint="Шины, которые продаём и мы, читаются каждый раз"
          />
          <WizardField
            {...field('completeness')}
            label="Задержать, если предложений меньше … %"
            inputMode="numeric"
            hint="От числа за последний день"
          />
          <p className="panel-words shop-wide text-15 text-muted">robots.txt сайта соблюдается всегда.</p>
        </div>
      </details>
    </>
  )
}
