import { ROUNDINGS, type Rule } from '../../../contract/decisions/rule.ts'
import { SelectField, TextField } from '../../ui/Field.tsx'
import {
  type DraftField,
  LIMITS,
  ROUNDING_NAMES,
  RULE_NAMES,
  type RuleDraft,
  ruleFieldValue,
} from './pricing-rule.ts'

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
  return (
    <>
      <SelectField
        label="Правило"
        className="decision-rule-name"
        value={draft.by}
        onChange={(by) => onChange({ ...draft, by })}
        options={rules.map((by) => ({ value: by, name: RULE_NAMES[by] }))}
      />
      {FIELDS[draft.by].map(({ field, label, optional }) => (
        <TextField
          key={field}
          label={label}
          className="decision-number"
          problem={isWrong(draft, field, optional) ? limitWords(field) : null}
          // iPhone's keyboard for 'decimal' has no minus sign; percents may be negative.
          inputMode={field === 'roubles' ? 'decimal' : 'text'}
          autoComplete="off"
          placeholder={optional && 'без ограничения'}
          value={draft[field]}
          onChange={(value) => onChange({ ...draft, [field]: value })}
        />
      ))}
      <SelectField
        label="Округлить"
        value={draft.round}
        onChange={(round) => onChange({ ...draft, round })}
        options={ROUNDINGS.map((round) => ({ value: round, name: ROUNDING_NAMES[round] }))}
      />
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
