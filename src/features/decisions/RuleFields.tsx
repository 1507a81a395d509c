import { useId } from 'react'
import { ROUNDINGS, type Rounding, type Rule } from '../../../contract/decisions/rule.ts'
import { type DraftField, LIMITS, type RuleDraft, ruleFieldValue } from './rule-draft.ts'
import { ROUNDING_NAMES, RULE_NAMES } from './rule-text.ts'

interface RuleFieldsProps {
  draft: RuleDraft
  /** rules to choose from */
  rules: readonly Rule['by'][]
  onChange(draft: RuleDraft): void
}

/** Number fields of each rule, with their units in the labels. */
const FIELDS: Readonly<Record<Rule['by'], readonly { field: DraftField; label: string; optional?: true }[]>> =
  {
    proposed: [],
    wholesale: [{ field: 'percent', label: 'Процент' }],
    median: [{ field: 'percent', label: 'Процент' }],
    lowest: [
      { field: 'roubles', label: 'На сколько, ₽' },
      { field: 'floor', label: 'Не ниже себестоимости + %', optional: true },
    ],
  }

/** Fields of a pricing rule (specification 19.3). */
export function RuleFields({ draft, rules, onChange }: RuleFieldsProps) {
  const id = useId()
  return (
    <>
      <div className="field decision-rule-name">
        <label className="field-label" htmlFor={`${id}-by`}>
          Правило
        </label>
        <select
          id={`${id}-by`}
          className="input"
          value={draft.by}
          onChange={({ target }) => onChange({ ...draft, by: target.value as Rule['by'] })}
        >
          {rules.map((by) => (
            <option key={by} value={by}>
              {RULE_NAMES[by]}
            </option>
          ))}
        </select>
      </div>
      {FIELDS[draft.by].map(({ field, label, optional }) => (
        <div key={field} className="field decision-number">
          <label className="field-label" htmlFor={`${id}-${field}`}>
            {label}
          </label>
          <input
            id={`${id}-${field}`}
            className="input"
            // iPhone's keyboard for 'decimal' has no minus sign; percents may be negative.
            inputMode={field === 'roubles' ? 'decimal' : 'text'}
            autoComplete="off"
            placeholder={optional && 'без ограничения'}
            aria-invalid={isWrong(draft, field, optional)}
            aria-describedby={isWrong(draft, field, optional) ? `${id}-${field}-problem` : undefined}
            value={draft[field]}
            onChange={({ target }) => onChange({ ...draft, [field]: target.value })}
          />
          {isWrong(draft, field, optional) && (
            <span id={`${id}-${field}-problem`} className="field-problem" role="alert">
              {limitWords(field)}
            </span>
          )}
        </div>
      ))}
      <div className="field">
        <label className="field-label" htmlFor={`${id}-round`}>
          Округлить
        </label>
        <select
          id={`${id}-round`}
          className="input"
          value={draft.round}
          onChange={({ target }) => onChange({ ...draft, round: target.value as Rounding })}
        >
          {ROUNDINGS.map((round) => (
            <option key={round} value={round}>
              {ROUNDING_NAMES[round]}
            </option>
          ))}
        </select>
      </div>
    </>
  )
}

const isWrong = (draft: RuleDraft, field: DraftField, optional: true | undefined): boolean =>
  ruleFieldValue(draft, field) === null && !(optional && draft[field].trim() === '')

const number = new Intl.NumberFormat('ru-RU')

function limitWords(field: DraftField): string {
  const { least, most } = LIMITS[field]
  return `Число от ${number.format(least)} до ${number.format(most)}`
}
