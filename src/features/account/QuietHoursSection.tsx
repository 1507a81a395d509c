import './account.css'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import type { DeliveryRules } from '../../../contract/rules/rule.ts'
import { DELIVERY_RULE_CALLS } from '../../../contract/rules/rule-calls.ts'
import { call } from '../../data/send-call.ts'
import { useAction } from '../../data/useAction.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { LoadProblem } from '../cabinet/LoadProblem.tsx'
import { useOffer } from '../cabinet/useOffer.ts'
import { LinkSection } from './LinkSection.tsx'

/** Section for when and how often the person's devices may ring, if the server offers it (specification 25.6). */
export function QuietHoursSection() {
  return useOffer('rules') ? <OfferedQuietHours /> : null
}

function OfferedQuietHours() {
  const [isEdited, setEdited] = useState(false)
  const { data: rules, error, refetch } = useQuery(deliveryRulesQuery)
  return (
    <LinkSection
      icon="moon"
      title="Тихие часы"
      status={rules && stateOf(rules)}
      words={isEdited ? UNSAVED : rules ? rulesText(rules) : error ? 'Не загрузились.' : 'Загружаем...'}
      action={rules && <QuietHoursForm rules={rules} onEdited={setEdited} />}
    >
      {!rules && error && <LoadProblem error={error} onRetry={() => void refetch()} />}
    </LinkSection>
  )
}

const UNSAVED = 'Не сохранено: нажмите «Сохранить».'

const isQuiet = ({ quiet_from, quiet_to }: DeliveryRules): boolean => quiet_from !== quiet_to
const stateOf = (rules: DeliveryRules) => (isQuiet(rules) || rules.hourly > 0 ? 'linked' : 'not-linked')

function rulesText(rules: DeliveryRules): string {
  const { quiet_from, quiet_to, hourly } = rules
  const parts = [
    isQuiet(rules)
      ? `С ${quiet_from} до ${quiet_to} push ждут, потом приходят одним.`
      : hourly === 0 && 'Выключены: push приходят в любое время.',
    hourly > 0 && `Не больше ${hourly} push в час, остальные одним.`,
  ]
  return parts.filter(Boolean).join(' ')
}

const PROPOSED = { quiet_from: '22:00', quiet_to: '08:30' }
const NONE = { quiet_from: '00:00', quiet_to: '00:00' }
const LIMITS = [1, 2, 3, 5, 10, 20, 60]

interface QuietHoursFormProps {
  rules: DeliveryRules
  /** called with whether there are changes that are not saved */
  onEdited(isEdited: boolean): void
}

function QuietHoursForm({ rules, onEdited }: QuietHoursFormProps) {
  const id = useId()
  const queries = useQueryClient()
  const wasQuiet = rules.quiet_from !== rules.quiet_to
  const [isQuiet, setQuiet] = useState(wasQuiet)
  const [hours, setHours] = useState(wasQuiet ? rules : PROPOSED)
  const [hourly, setHourly] = useState(rules.hourly)
  const [zone, setZone] = useState(rules.zone || deviceZone())
  const [checked, setChecked] = useState(false)
  const { busy, problem, dismiss, run } = useAction()
  const { quiet_from, quiet_to } = isQuiet ? hours : NONE
  const draft: DeliveryRules = { quiet_from, quiet_to, zone, hourly }
  const mistake = isQuiet ? mistakeIn(draft) : null
  const isChanged =
    isQuiet !== wasQuiet || hourly !== rules.hourly || (isQuiet && !isEqual(draft, { ...rules, hourly }))
  useEffect(() => onEdited(isChanged), [onEdited, isChanged])
  const zones = [...new Set([zone, rules.zone || zone, deviceZone()])].sort()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (mistake !== null) document.getElementById(`${id}-from`)?.focus()
    else
      void run(async () => {
        await call(DELIVERY_RULE_CALLS.change, draft)
        await queries.invalidateQueries(deliveryRulesQuery)
      })
  }
  const time = (name: 'quiet_from' | 'quiet_to', label: string) => (
    <TextField
      id={name === 'quiet_from' ? `${id}-from` : undefined}
      label={label}
      type="time"
      value={hours[name]}
      aria-invalid={(checked && mistake !== null) || undefined}
      aria-describedby={checked && mistake !== null ? `${id}-mistake` : undefined}
      onChange={(value) => setHours({ ...hours, [name]: value })}
    />
  )
  return (
    <form className="quiet-hours" onSubmit={submit} noValidate>
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={isQuiet}
        aria-label="Тихие часы"
        onClick={() => setQuiet(!isQuiet)}
      />
      <div className="quiet-fields grid items-end gap-12">
        {isQuiet && time('quiet_from', 'Не беспокоить с')}
        {isQuiet && time('quiet_to', 'До')}
        {isQuiet && zones.length > 1 && (
          <SelectField
            label="По времени"
            value={zone}
            onChange={setZone}
            options={zones.map((one) => ({ value: one, name: zoneText(one) }))}
          />
        )}
        <SelectField
          label="Push в час"
          value={String(hourly)}
          onChange={(value) => setHourly(Number(value))}
          options={[...new Set([0, ...LIMITS, rules.hourly])]
            .sort((a, b) => a - b)
            .map((limit) => ({
              value: String(limit),
              name: limit === 0 ? 'без лимита' : `не больше ${limit}`,
            }))}
        />
        <Button type="submit" variant={isChanged ? 'primary' : 'secondary'} blocked={busy || !isChanged}>
          {busy ? 'Сохраняем...' : 'Сохранить'}
        </Button>
      </div>
      {isQuiet && zones.length === 1 && (
        <p className="field-hint">
          По времени этого устройства: {zoneText(zone)}. Уведомления «Безопасность» приходят и в тихие часы.
        </p>
      )}
      {checked && mistake !== null && (
        <p id={`${id}-mistake`} className="field-problem" role="alert">
          {mistake}
        </p>
      )}
      {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
    </form>
  )
}

const isEqual = (a: DeliveryRules, b: DeliveryRules): boolean =>
  a.quiet_from === b.quiet_from && a.quiet_to === b.quiet_to && a.zone === b.zone && a.hourly === b.hourly

/** Returns why the hours cannot be saved; null if they can. */
function mistakeIn({ quiet_from, quiet_to }: DeliveryRules): string | null {
  if (quiet_from === '' || quiet_to === '') return 'Укажите оба времени.'
  return quiet_from === quiet_to ? 'Начало и конец совпадают: укажите разное время.' : null
}

const deliveryRulesQuery = queryOptions({
  queryKey: ['delivery-rules'],
  queryFn: ({ signal }) => call(DELIVERY_RULE_CALLS.own, {}, signal),
  // The form begins with what the server has, and must not change under the person's hands.
  gcTime: 0,
  refetchOnWindowFocus: false,
})

const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns a short name of a time zone, such as 'Москва'; its IANA name if the browser knows none. */
export function zoneText(zone: string): string {
  try {
    // Chromium has no Russian names of cities, but those of zones: 'Москва, стандартное время'.
    return russianName(zone, 'shortGeneric') ?? russianName(zone, 'longGeneric') ?? zone
  } catch {
    return zone
  }
}

function russianName(timeZone: string, timeZoneName: 'shortGeneric' | 'longGeneric'): string | undefined {
  const parts = new Intl.DateTimeFormat('ru', { timeZone, timeZoneName }).formatToParts()
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value
  return name && /[а-яё]/i.test(name) ? name.replace(/, стандартное время$/, '') : undefined
}
