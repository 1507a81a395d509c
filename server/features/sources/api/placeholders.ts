import { isObject, type JsonObject } from '../../../../contract/legacy/values.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'

const PLACEHOLDER = /\{(username|password|page|size|secret\.[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100})\}/g
const PAGING: ReadonlySet<string> = new Set(['page', 'size'])

/** Values by the placeholder's name in lower case. */
export type Values = ReadonlyMap<string, unknown>

/** Returns the names of the placeholders in a body, in lower case. */
export function placeholdersIn(body: unknown): Set<string> {
  if (typeof body === 'string')
    return new Set([...body.matchAll(PLACEHOLDER)].map(([, name = '']) => name.toLowerCase()))
  const inner = typeof body === 'object' && body !== null ? Object.values(body) : []
  return new Set(inner.flatMap((value) => [...placeholdersIn(value)]))
}

/**
 * Returns a body with the values of its placeholders. A text that is nothing but a placeholder becomes the value itself,
 * so that a page's number is a number; a member without a value (the cursor of the first page) is left out.
 * @throws FetchFailure for a secret that is not set
 */
export function filled(body: JsonObject, values: Values): JsonObject {
  return fill(body, values) as JsonObject
}

function fill(part: unknown, values: Values): unknown {
  if (typeof part === 'string') return fillText(part, values)
  if (Array.isArray(part)) return part.map((item) => fill(item, values)).filter((item) => item !== undefined)
  if (!isObject(part)) return part
  const members = Object.entries(part).map(([name, value]) => [name, fill(value, values)] as const)
  return Object.fromEntries(members.filter(([, value]) => value !== undefined))
}

function fillText(text: string, values: Values): unknown {
  const [whole] = text.match(PLACEHOLDER) ?? []
  if (whole === text) return placed(text.slice(1, -1), values)
  return text.replace(PLACEHOLDER, (_, name: string) => String(placed(name, values) ?? ''))
}

function placed(name: string, values: Values): unknown {
  const value = values.get(name.toLowerCase())
  if (value === undefined && !PAGING.has(name)) {
    throw new FetchFailure(`Для запроса не задано {${name}}: укажите его в доступе к адресу`, false)
  }
  return value
}
