import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { CHANNEL_NAMES, CHANNELS } from '../../../../contract/notifications/channels.ts'
import { ROUTES } from '../../../../contract/routes.ts'
import { MAX_RULE_RECIPIENTS, type RuleSettings, type RulesAnswer } from '../../../../contract/rules/rule.ts'
import { Choice } from '../../../ui/Choice.tsx'
import { ChoiceField, FieldSet, SelectField, TextField } from '../../../ui/Field.tsx'
import { DIGEST_DAYS } from '../rule-words.ts'
import { PROPOSED_DIGEST, type WatchDraft } from './rule-draft.ts'

const SORTED = CHANNEL_NAMES.toSorted((a, b) => CHANNELS[a].localeCompare(CHANNELS[b], 'en'))
const listed = new Intl.ListFormat('ru').format(SORTED.map((name) => CHANNELS[name]))
/** Names of all channels at the start of a sentence. */
const ALL_CHANNELS = listed[0]?.toUpperCase() + listed.slice(1)
const channelOf = (name: string) => SORTED.find((channel) => CHANNELS[channel] === name)

interface NotifyFieldsProps {
  draft: WatchDraft
  answer: RulesAnswer
  /** name of the signed-in user */
  me: string
  change(part: Partial<WatchDraft>): void
}

/** Fields of who is notified, through which channels, and when. */
export function NotifyFields({ draft, answer, me, change }: NotifyFieldsProps) {
  const { scope, recipients, channels, timing } = draft
  const offered = SORTED.filter((channel) => answer.channels.includes(channel) || channels.includes(channel))
  const setDigest = (part: Partial<Extract<RuleSettings['timing'], { at: 'digest' }>>) =>
    change({ timing: { ...(timing.at === 'digest' ? timing : PROPOSED_DIGEST), ...part } })
  return (
    <fieldset className="panel rule-step">
      <legend>Кому и когда</legend>
      {(answer.may_team || scope === 'team') && (
        <Choice
          label="Чьё правило"
          options={[
            { value: 'own', name: 'только моё' },
            { value: 'team', name: 'команды' },
          ]}
          value={scope}
          onChange={(next) =>
            change({
              scope: next,
              recipients: next === 'team' && recipients.length === 0 ? [me] : recipients,
            })
          }
        />
      )}
      {scope === 'team' && (
        <NameChoice
          label="Кому"
          names={answer.people}
          chosen={recipients}
          onChange={(next) => change({ recipients: next.slice(0, MAX_RULE_RECIPIENTS) })}
        />
      )}
      {answer.channels.length === 0 && (
        <p className="field-hint">
          {ALL_CHANNELS} не подключены на сервере: правило пишет только в список уведомлений. Когда их
          подключат, привяжите их{' '}
          <Link to={ROUTES.account} className="text-accent">
            в профиле
          </Link>
          .
        </p>
      )}
      {offered.length > 0 && (
        <NameChoice
          label="Чем, кроме списка уведомлений"
          names={offered.map((channel) => CHANNELS[channel])}
          chosen={channels.map((channel) => CHANNELS[channel])}
          onChange={(names) => change({ channels: names.flatMap((name) => channelOf(name) ?? []) })}
        />
      )}
      <ChoiceField
        label="Когда"
        options={[
          { value: 'once', name: 'сразу' },
          { value: 'digest', name: 'сводкой' },
        ]}
        value={timing.at}
        onChange={(at) => (at === 'once' ? change({ timing: { at } }) : setDigest({}))}
      />
      {timing.at === 'digest' && (
        <div className="flex flex-wrap gap-12">
          <SelectField
            label="Дни"
            value={String(timing.weekday ?? '')}
            onChange={(value) => setDigest({ weekday: value === '' ? null : Number(value) })}
            options={DIGEST_DAYS.map(({ value, name }) => ({ value: String(value), name }))}
          />
          <TextField
            label="Время"
            className="rule-time"
            type="time"
            value={timing.time}
            onChange={(value) => value !== '' && setDigest({ time: value })}
          />
        </div>
      )}
      <p className="field-hint">
        {timing.at === 'once'
          ? 'Одним уведомлением после каждой загрузки цен.'
          : `Время ${answer.zone === 'Europe/Moscow' ? 'московское' : answer.zone}. Если ничего не случилось, сводки не будет.`}
      </p>
    </fieldset>
  )
}

interface NameChoiceProps {
  label: string
  /** text for no chosen name, which means all of them; undefined if it does not */
  all?: string
  names: readonly string[]
  chosen: readonly string[]
  onChange(chosen: string[]): void
}

/** Number of names from which on they can be searched. */
const MANY = 12

/** Choice of several names: check boxes, displayed as a row of buttons that wraps; many of them are searched. */
export function NameChoice({ label, all, names, chosen, onChange }: NameChoiceProps) {
  const id = useId()
  const [sought, setSought] = useState('')
  // Names that are chosen but not offered any more stay visible, so that they can be removed.
  const every = [...names, ...chosen.filter((name) => !names.includes(name))]
  const text = sought.trim().toLocaleLowerCase('ru')
  const isMany = every.length > MANY
  const found = every.filter(
    (name) => chosen.includes(name) || !isMany || name.toLocaleLowerCase('ru').includes(text),
  )
  const shown = isMany && text === '' ? firstOf(found, chosen) : found
  const toggle = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])
  return (
    <FieldSet className="rule-names" label={label}>
      {isMany && (
        <input
          type="search"
          className="input"
          aria-label={`${label}: найти`}
          placeholder={`Найти среди ${every.length}`}
          value={sought}
          autoComplete="off"
          onChange={({ target }) => setSought(target.value)}
        />
      )}
      <div className="choice">
        {all !== undefined && (
          <Option name={all} checked={chosen.length === 0} onToggle={() => onChange([])} id={`${id}-all`} />
        )}
        {shown.map((name) => (
          <Option
            key={name}
            id={`${id}-${name}`}
            name={name}
            checked={chosen.includes(name)}
            onToggle={() => toggle(name)}
          />
        ))}
        {shown.length < found.length && (
          <span className="field-hint rule-names-more">
            и ещё {found.length - shown.length}: найдите по названию
          </span>
        )}
        {found.length === 0 && <span className="field-hint rule-names-more">Ничего не нашлось</span>}
      </div>
    </FieldSet>
  )
}

const firstOf = (names: readonly string[], chosen: readonly string[]): string[] => [
  ...names.filter((name) => chosen.includes(name)),
  ...names.filter((name) => !chosen.includes(name)).slice(0, MANY),
]

interface OptionProps {
  id: string
  name: string
  checked: boolean
  onToggle(): void
}

function Option({ id, name, checked, onToggle }: OptionProps) {
  return (
    <label className="choice-option" htmlFor={id}>
      <input id={id} type="checkbox" checked={checked} onChange={onToggle} />
      <span className="choice-name">{name}</span>
    </label>
  )
}
