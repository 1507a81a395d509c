import { isBelowRecommended, type RulesAnswer } from '../../../../contract/rules/rule.ts'
import { Choice } from '../../../ui/Choice.tsx'
import { AreaField, ChoiceField, FieldWords, SelectField } from '../../../ui/Field.tsx'
import { countText } from '../../../ui/plural.ts'
import type { NamedView } from '../rule-routes.ts'
import { filterTexts } from '../rule-words.ts'
import { NameChoice } from './NotifyFields.tsx'
import { articlesIn, type WatchDraft, watchesOwn } from './rule-draft.ts'

type Tyres = WatchDraft['tyres']

interface TyresFieldsProps {
  tyres: Tyres
  views: readonly NamedView[]
  /** reason why these tyres cannot be watched, as text for the user; null if they can */
  problem: string | null
  onChange(tyres: Tyres): void
}

/** Fields of the tyres that a rule watches. */
export function TyresFields({ tyres, views, problem, onChange }: TyresFieldsProps) {
  const options: { value: Tyres['of']; name: string }[] = [
    { value: 'own', name: 'наш ассортимент' },
    { value: 'all', name: 'все шины' },
    ...(views.length > 0 || tyres.view !== ''
      ? [{ value: 'view' as const, name: 'из сохранённого вида' }]
      : []),
    ...(tyres.query !== '' ? [{ value: 'filters' as const, name: 'по фильтрам отчёта' }] : []),
    { value: 'articles', name: 'список артикулов' },
  ]
  const field = { 'data-tyres': true, problem, hint: hintOf(tyres) }
  return (
    <fieldset className="panel rule-step">
      <legend>Какие шины</legend>
      <Choice label="Шины" options={options} value={tyres.of} onChange={(of) => onChange({ ...tyres, of })} />
      {tyres.of === 'view' && (
        <SelectField
          {...field}
          label="Вид"
          none="Выберите вид"
          options={views.map((view) => ({ value: view.id, name: view.name }))}
          value={tyres.view}
          onChange={(view) => onChange({ ...tyres, view })}
        >
          {tyres.view !== '' && !views.some((view) => view.id === tyres.view) && (
            <option value={tyres.view}>Вид, которого здесь нет</option>
          )}
        </SelectField>
      )}
      {tyres.of === 'filters' && (
        <p className="text-15 font-medium wrap-anywhere">{filterTexts(tyres.query).join(' · ')}</p>
      )}
      {tyres.of === 'articles' && (
        <AreaField
          {...field}
          label="Артикулы"
          className="rule-articles"
          rows={5}
          spellCheck={false}
          autoCapitalize="none"
          value={tyres.articles}
          onChange={(articles) => onChange({ ...tyres, articles })}
        />
      )}
      {(tyres.of === 'own' || tyres.of === 'all' || tyres.of === 'filters') && (
        <FieldWords problem={problem} hint={hintOf(tyres)} />
      )}
    </fieldset>
  )
}

function hintOf({ of, articles }: Tyres): string {
  switch (of) {
    case 'own':
      return 'Шины, которые есть на нашем сайте. Новые добавятся сами.'
    case 'all':
      return 'Все, что есть хотя бы у одного сайта.'
    case 'view':
      return 'Измените фильтры вида — изменится и правило.'
    case 'filters':
      return 'Чтобы выбрать другие, нажмите «Следить» в отчёте.'
    case 'articles': {
      const count = articlesIn(articles).length
      return count === 0
        ? 'Каждый с новой строки или через запятую'
        : countText(count, ['артикул', 'артикула', 'артикулов'])
    }
  }
}

interface PlaceFieldsProps {
  draft: WatchDraft
  answer: RulesAnswer
  change(part: Partial<WatchDraft>): void
}

/** Fields of the sites, cities and kind of prices that a rule watches. */
export function PlaceFields({ draft, answer, change }: PlaceFieldsProps) {
  const { type } = draft.event
  const hosts = answer.sites.filter(({ own }) => watchesOwn(draft.event) || !own).map(({ host }) => host)
  return (
    <fieldset className="panel rule-step">
      <legend>Где</legend>
      <NameChoice
        label="Сайты"
        all={type === 'late' ? 'все сайты' : 'все конкуренты'}
        names={hosts}
        chosen={draft.sites}
        onChange={(sites) => change({ sites })}
      />
      {type !== 'late' && (
        <>
          <NameChoice
            label="Города"
            all="все города"
            names={answer.cities}
            chosen={draft.cities}
            onChange={(cities) => change({ cities })}
          />
          {!isBelowRecommended(draft.event) && (
            <ChoiceField
              label="Цены"
              options={[
                { value: 'retail', name: 'розничные' },
                { value: 'wholesale', name: 'оптовые' },
              ]}
              value={draft.kind}
              onChange={(kind) => change({ kind })}
            />
          )}
        </>
      )}
    </fieldset>
  )
}
