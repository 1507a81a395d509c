import { isBelowRecommended, type RulesAnswer } from '../../../../contract/rules/rule.ts'
import { ChoiceField } from '../../../ui/Field.tsx'
import { NameChoice } from './NameChoice.tsx'
import { type WatchDraft, watchesOwn } from './rule-draft.ts'

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
    <fieldset className="panel rule-step m-0">
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
