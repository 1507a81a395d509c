import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Decision, decisionId } from '../../../contract/decisions/decision.ts'
import { ROUNDINGS, type Rule } from '../../../contract/decisions/rule.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { Button } from '../../ui/Button.tsx'
import { isCompact } from '../../ui/compact.ts'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { PRICES } from '../../ui/nouns.ts'
import { countText } from '../../ui/plural.ts'
import { sumOf, sumText } from './effect.ts'
import {
  type Applied,
  type DraftField,
  decideBy,
  FIRST_DRAFT,
  LIMITS,
  missingInputText,
  noneText,
  ROUNDING_NAMES,
  RULE_NAMES,
  RULES,
  type RuleDraft,
  ruleFieldValue,
  ruleOf,
} from './pricing-rule.ts'

interface RuleBarProps {
  /** decisions to which the rule will be applied */
  targets: readonly Decision[]
  /** number of ticked decisions; 0 if `targets` are all displayed decisions */
  ticked: number
  onApply(make: (decisions: readonly Decision[]) => readonly Decision[], words: string): void
  /** called with a message if the rule cannot be applied to any of the decisions */
  onUnsuited(words: string): void
}

/** Bar that applies another rule to decisions, with a preview (specification 19.3). */
export function RuleBar({ targets, ticked, onApply, onUnsuited }: RuleBarProps) {
  const [draft, setDraft] = useState(FIRST_DRAFT)
  const [touched, setTouched] = useState(false)
  // On a phone the form is collapsed at first: its fields would push the first price off the screen.
  const [folds] = useState(isCompact)
  const [open, setOpen] = useState(!folds)
  const settled = useDeferredValue(draft)
  const rule = ruleOf(settled)
  const result = useMemo(
    () => (touched && rule ? decideBy(rule, settled.round, targets) : null),
    [touched, rule, settled.round, targets],
  )
  const apply = () => {
    const now = ruleOf(draft)
    if (!now) return
    const { decisions, lacks } = decideBy(now, draft.round, targets)
    setTouched(false)
    // Applying the rule would change nothing and would replace the change that can be undone.
    if (decisions.length === 0) return onUnsuited(noneText(lacks))
    const changed = new Set(decisions.map(decisionId))
    // Applied to the stored decisions and not to `targets`: a comment may have been added since the last render.
    onApply(
      (former) =>
        former.map((decision) => {
          if (!changed.has(decisionId(decision))) return decision
          return decideBy(now, draft.round, [decision]).decisions[0] ?? decision
        }),
      `Правило применено: ${countText(decisions.length, PRICES)}. ${missingInputText(lacks)}`,
    )
  }
  return (
    <section className="decisions-rule" aria-label="Правило для цен">
      {folds && (
        <div className="decisions-folded flex flex-wrap gap-8">
          <Button aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Свернуть правило' : 'Применить правило…'}
          </Button>
          <StrategiesLink />
        </div>
      )}
      {open && (
        <>
          <div className="decision-rule flex flex-wrap items-end gap-12">
            <RuleFields
              draft={draft}
              rules={RULES}
              onChange={(next) => {
                setTouched(true)
                setDraft(next)
              }}
            />
            <Button
              variant={touched ? 'primary' : 'secondary'}
              blocked={!ruleOf(draft) || targets.length === 0}
              onClick={apply}
            >
              {ticked > 0 ? `Применить к отмеченным: ${ticked}` : `Применить к показанным: ${targets.length}`}
            </Button>
            {!folds && <StrategiesLink />}
          </div>
          <p className="decisions-preview text-13 text-muted" role="status">
            {result ? becomesWords(result) : 'Измените правило — и здесь будет видно, что оно даст.'}
          </p>
        </>
      )}
    </section>
  )
}

const becomesWords = ({ decisions, lacks }: Applied): string =>
  [decisions.length > 0 && `Станет: ${sumText(sumOf(decisions)).join('; ')}.`, missingInputText(lacks)]
    .filter(Boolean)
    .join(' ')

interface StrategiesLinkProps {
  /** explanation above the link; '' for none */
  words?: string
}

/** Link to the strategies. Renders nothing if the server does not offer them (specification 19.14). */
export function StrategiesLink({ words = '' }: StrategiesLinkProps) {
  const isOffered = useQuery(companionQuery).data?.offers.includes('strategies') ?? false
  return (
    isOffered && (
      <>
        {words !== '' && <p>{words}</p>}
        <Link to={ROUTES.strategies} className="button button-secondary strategies-link">
          Стратегии
        </Link>
      </>
    )
  )
}

interface RuleFieldsProps {
  draft: RuleDraft
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
