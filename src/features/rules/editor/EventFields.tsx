import { useState } from 'react'
import { comparesInStock, type RuleSettings } from '../../../../contract/rules/rule.ts'
import { Choice } from '../../../ui/Choice.tsx'
import { CheckField, Field, TextField } from '../../../ui/Field.tsx'
import { EVENT_DEFAULTS } from './rule-draft.ts'

type Event = RuleSettings['event']

const TYPES: readonly { value: Event['type']; name: string }[] = [
  { value: 'below', name: 'конкурент дешевле' },
  { value: 'place', name: 'мы теряем место' },
  { value: 'leader', name: 'сменился самый дешёвый' },
  { value: 'moved', name: 'цена изменилась' },
  { value: 'stock', name: 'закончилась или появилась' },
  { value: 'new', name: 'новая шина' },
  { value: 'late', name: 'прайс опаздывает' },
]

const HINTS: Readonly<Record<Event['type'], string>> = {
  below:
    'Сработает, когда самая низкая цена конкурента опустится ниже, и ещё раз — если она вернётся и опустится снова или шина появится после дня без цены.',
  place: 'По ценам сайтов из «Где» в каждом городе.',
  leader: 'Сработает, когда самую низкую цену города предложит другой сайт.',
  moved: 'Сравниваются самые низкие цены сайта в городе.',
  stock: 'Закончилась — значит, в городе больше нет цены или остатка ни на одном складе.',
  new: 'Шины, которых конкурент раньше в этих городах не предлагал.',
  late: 'Если к этому часу у сайта нет цен за сегодня.',
}

interface EventFieldsProps {
  event: Event
  onChange(event: Event): void
}

/** Fields of what happens, with the numbers of the chosen event. */
export function EventFields({ event, onChange }: EventFieldsProps) {
  return (
    <fieldset className="panel rule-step">
      <legend>Что</legend>
      <Choice
        label="Что случилось"
        options={TYPES}
        value={event.type}
        onChange={(type) => onChange(EVENT_DEFAULTS[type])}
      />
      <EventNumbers event={event} onChange={onChange} />
      {(event.type === 'below' || event.type === 'leader' || event.type === 'place') && (
        <CheckField
          checked={comparesInStock(event)}
          onChange={(checked) => onChange({ ...event, in_stock: checked })}
        >
          Только цены конкурентов в наличии
        </CheckField>
      )}
      <p className="field-hint">{HINTS[event.type]}</p>
    </fieldset>
  )
}

function EventNumbers({ event, onChange }: EventFieldsProps) {
  switch (event.type) {
    case 'below':
      return (
        <>
          <Choice
            label="Ниже чего"
            options={[
              { value: 'own', name: 'ниже нашей цены' },
              { value: 'cost', name: 'ниже нашей себестоимости' },
              { value: 'rrp', name: 'ниже РРЦ' },
            ]}
            value={event.than}
            onChange={(than) => onChange({ ...event, than })}
          />
          <PercentSlider event={event} label="На сколько ниже" onChange={onChange} />
        </>
      )
    case 'place':
      return (
        <Choice
          label="Какое место"
          options={[
            { value: 'not-first', name: 'больше не самые дешёвые' },
            { value: 'dearest', name: 'стали самыми дорогими' },
          ]}
          value={event.to}
          onChange={(to) => onChange({ ...event, to })}
        />
      )
    case 'moved':
      return (
        <>
          <Choice
            label="Куда изменилась"
            options={[
              { value: 'any', name: 'в любую сторону' },
              { value: 'down', name: 'упала' },
              { value: 'up', name: 'выросла' },
            ]}
            value={event.direction}
            onChange={(direction) => onChange({ ...event, direction })}
          />
          <PercentSlider event={event} label="На сколько" onChange={onChange} />
          <NumberSlider
            label="За сколько дней"
            unit="дн."
            value={event.days}
            min={1}
            max={30}
            sliderMax={30}
            whole
            onChange={(days) => onChange({ ...event, days })}
          />
        </>
      )
    case 'stock':
      return (
        <Choice
          label="Что с остатком"
          options={[
            { value: 'out', name: 'закончилась' },
            { value: 'back', name: 'снова есть' },
          ]}
          value={event.to}
          onChange={(to) => onChange({ ...event, to })}
        />
      )
    case 'late':
      return (
        <TextField
          label="Нет цен к"
          className="rule-time"
          type="time"
          value={event.time}
          onChange={(time) => time !== '' && onChange({ ...event, time })}
        />
      )
    default:
      return null
  }
}

interface PercentSliderProps<Of extends Event> {
  event: Of
  label: string
  onChange(event: Of): void
}

function PercentSlider<Of extends Extract<Event, { percent: number }>>(props: PercentSliderProps<Of>) {
  const { event, label, onChange } = props
  return (
    <NumberSlider
      label={label}
      unit="%"
      value={event.percent}
      min={0}
      max={1_000}
      sliderMax={30}
      onChange={(percent) => onChange({ ...event, percent })}
    />
  )
}

interface NumberSliderProps {
  label: string
  unit: string
  value: number
  min: number
  max: number
  /** end of the slider; larger values can be typed */
  sliderMax: number
  /** whether only whole numbers are valid */
  whole?: boolean
  onChange(value: number): void
}

const TYPED = /^\d{1,4}(?:[.,]\d{1,2})?$/
const number = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2, useGrouping: false })

/** Number set by a slider, or typed. An invalid text is marked and replaced by the number when the field is left. */
function NumberSlider(props: NumberSliderProps) {
  const { label, unit, value, min, max, sliderMax, whole = false, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  const read = (text: string): number | null => {
    const read = Number(text.trim().replace(',', '.'))
    return TYPED.test(text.trim()) && read >= min && read <= max && (!whole || Number.isInteger(read))
      ? read
      : null
  }
  return (
    <Field label={label}>
      {({ id }) => (
        <div className="rule-slider flex items-center gap-8">
          <input
            id={id}
            type="range"
            min={min}
            max={sliderMax}
            step={1}
            value={Math.min(value, sliderMax)}
            aria-valuetext={`${number.format(value)} ${unit}`}
            onChange={({ target }) => {
              setTyped(null)
              onChange(Number(target.value))
            }}
          />
          <input
            className="input"
            inputMode={whole ? 'numeric' : 'decimal'}
            aria-label={`${label}, числом`}
            aria-invalid={(typed !== null && read(typed) === null) || undefined}
            value={typed ?? number.format(value)}
            onChange={({ target }) => {
              setTyped(target.value)
              const next = read(target.value)
              if (next !== null) onChange(next)
            }}
            onBlur={() => setTyped(null)}
          />
          <span aria-hidden="true">{unit}</span>
        </div>
      )}
    </Field>
  )
}
