import { useMemo, useState } from 'react'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import { FIRST_DRAFT, type RuleDraft, ruleOf } from './rule-draft.ts'
import type { Scope } from './scope.ts'
import { citiesOfBases, type Subject } from './subject.ts'

export type DecideForm = ReturnType<typeof useDecideForm>

/**
 * Returns the state of the dialog's form: which prices are decided, and by which rule.
 * @param onChange called when the person changes the form
 */
export function useDecideForm(subject: Subject, onChange: () => void) {
  const [scope, setScope] = useState<Scope>(subject.scopes[0]?.scope ?? 'page')
  const [chosen, setChosen] = useState(subject.first)
  const [draft, setDraft] = useState(FIRST_DRAFT)
  const [touched, setTouched] = useState(false)
  const { kind } = chosen
  const cities = useMemo(() => subject.citiesOf(kind), [subject, kind])
  const city = chosen.city !== null && cities.includes(chosen.city) ? chosen.city : null
  const rows = useMemo(() => subject.near(scope, { kind, city }), [subject, scope, kind, city])
  const decidedCities = useMemo(
    () => (rows ? citiesOfBases(rows) : city === null ? cities : [city]),
    [rows, city, cities],
  )
  const proposes = useMemo(
    () => (subject.near('page', { kind, city }) ?? []).some(({ proposed }) => proposed !== null),
    [subject, kind, city],
  )
  // Preselects the rule 'proposed price' if the report proposes prices.
  const shownDraft: RuleDraft = touched || !proposes ? draft : { ...draft, by: 'proposed', round: '1' }
  return {
    scope,
    kind,
    /** selected city; null for all cities */
    city,
    /** cities that can be selected */
    cities,
    /** prices of the displayed rows; null if pages must be read first */
    rows,
    /** cities of the prices that are decided */
    decidedCities,
    /** whether prices of all cities are decided; unread pages may have other cities than the displayed page */
    isOfAllCities: rows === null && city === null,
    /** whether the report proposes prices */
    proposes,
    draft: shownDraft,
    /** null while a number is missing or invalid */
    rule: ruleOf(shownDraft),
    selectScope: (next: Scope) => {
      onChange()
      setScope(next)
    },
    selectKind: (next: ComparedPrice) => {
      onChange()
      setChosen({ ...chosen, kind: next })
    },
    selectCity: (next: string | null) => {
      onChange()
      setChosen({ ...chosen, city: next })
    },
    changeRule: (next: RuleDraft) => {
      onChange()
      setTouched(true)
      setDraft(next)
    },
  }
}
