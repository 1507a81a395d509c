import { Choice } from '../../ui/Choice.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { KIND_NAMES } from '../market/texts.ts'
import { RuleFields } from './RuleFields.tsx'
import { RULES } from './rule-draft.ts'
import type { Subject } from './subject.ts'
import type { DecideForm } from './useDecideForm.ts'

/** Option value for all cities; no city has an empty name. */
const ALL_CITIES = ''

/** Fields for the prices that are decided, and for the rule. Fields with a single value are left out. */
export function DecideFields({ subject, form }: { subject: Subject; form: DecideForm }) {
  const { cities, rows, proposes } = form
  return (
    <>
      {subject.scopes.length > 1 && (
        <Choice
          label="Какие строки"
          options={subject.scopes.map(({ scope: value, name }) => ({ value, name }))}
          value={form.scope}
          onChange={form.selectScope}
        />
      )}
      {subject.kinds.length > 1 && (
        <Choice
          label="Какая цена"
          options={subject.kinds.map((value) => ({ value, name: KIND_NAMES[value] }))}
          value={form.kind}
          onChange={form.selectKind}
        />
      )}
      <div className="decision-rule flex flex-wrap items-end gap-12">
        {(cities.length > 1 || (rows === null && cities.length > 0)) && (
          <SelectField
            label="Город"
            value={form.city ?? ALL_CITIES}
            onChange={(value) => form.selectCity(value || null)}
            none="Все города"
            options={cities.map((name) => ({ value: name, name }))}
          />
        )}
        <RuleFields
          draft={form.draft}
          rules={RULES.filter((by) => by !== 'proposed' || proposes)}
          onChange={form.changeRule}
        />
      </div>
    </>
  )
}
