import { isObject, type JsonObject, member } from '../../../contract/legacy/values.ts'
import { OFFER_VALUES, PLACE_FIELDS } from '../../../contract/offers/offer-values.ts'
import { objectAt, sourcesOf } from './mapping/column-use.ts'

interface RejectExampleProps {
  /** record as the server stores it: JSON of its fields, or the text of a line that could not be read */
  record: string
  reason: string
  mapping: JsonObject
}

/** Fields by the label at the beginning of a reason. A label may begin with that of another field. */
const AT_FAULT = OFFER_VALUES.map((value) => {
  const { label, mapping } = PLACE_FIELDS[value]
  return [label.toLowerCase(), mapping.name] as const
}).sort(([a], [b]) => b.length - a.length)

/** Example of a rejected record: its name and the field to blame, and the complete record when expanded. */
export function RejectExample({ record, reason, mapping }: RejectExampleProps) {
  const value = parsed(record)
  const name = isObject(value) ? nameOf(value, mapping) : ''
  if (!isObject(value)) return <code>{record}</code>
  if (name === '') return fieldsText(value)
  const field = AT_FAULT.find(([words]) => reason.startsWith(words))?.[1]
  const column = field === undefined ? undefined : columnsOf(mapping, field).find((one) => one in value)
  return (
    <>
      <span className="wrap-anywhere">{name}</span>
      {column !== undefined && (
        <span className="text-muted">
          {' '}
          {column}: «{String(member(value, column))}»
        </span>
      )}
      <details className="disclosure">
        <summary>Вся запись</summary>
        {fieldsText(value)}
      </details>
    </>
  )
}

/** Formats a record as its fields, as its columns are called. */
const fieldsText = (record: JsonObject): string =>
  Object.entries(record)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(' · ')

function parsed(record: string): unknown {
  try {
    return JSON.parse(record)
  } catch {
    return undefined
  }
}

const columnsOf = (mapping: JsonObject, field: string): string[] =>
  sourcesOf(member(objectAt(mapping, 'fields'), field)).filter((source) => typeof source === 'string')

function nameOf(record: JsonObject, mapping: JsonObject): string {
  const own = columnsOf(mapping, 'name').map((column) => member(record, column))
  const texts = [...own, ...Object.values(record)].filter((text) => typeof text === 'string')
  return texts.find((text) => /\p{L}/u.test(text)) ?? ''
}
