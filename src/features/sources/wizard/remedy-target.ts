import type { AccountContainer, AccountFinding, ListAccount } from '../../../../contract/sources/account.ts'

/** Attribute of the control that answers a finding or a question of the guess. */
export const TARGET = 'data-target'
/** Target of the choice of what is read: sheets, file, arrays or elements. */
export const CONTAINERS = 'containers'

export const columnTarget = (column: string): string => `column:${column}`
/** Targets of how a price column's numbers are written: for how many tyres, in which units. */
export const piecesTarget = (column: string): string => `pieces:${column}`
export const kopecksTarget = (column: string): string => `kopecks:${column}`
const FIELD = 'field:'
export const fieldTarget = (field: string): string => `${FIELD}${field}`
/** Returns the field whose one value for all records is asked for; null for another target. */
export const fieldOfTarget = (target: string | null): string | null =>
  target?.startsWith(FIELD) ? target.slice(FIELD.length) : null

/** Containers that a person can choose; the first two can be read together. */
export const CHOSEN_KINDS = ['sheet', 'array', 'file', 'element'] as const
export type ChosenKind = (typeof CHOSEN_KINDS)[number]

const isChosen = (kind: AccountContainer['kind']): boolean => CHOSEN_KINDS.some((one) => one === kind)
const PRICES: readonly (string | null)[] = ['retail', 'opt', 'cost']
/** Controls of the first price column, by the findings that they answer. */
const OF_PRICES: Readonly<Record<string, (column: string) => string>> = {
  'rows:unpriced': columnTarget,
  'text:kind': columnTarget,
  'text:buyers': columnTarget,
  'text:pieces': piecesTarget,
  'rows:sets': piecesTarget,
  'rows:hundredfold': kopecksTarget,
}

/** Returns the control that answers a finding; null if the wizard has none. */
export function remedyTarget({ key }: AccountFinding, { containers, columns }: ListAccount): string | null {
  const isOfContainer = containers.some(({ kind, name }) => isChosen(kind) && key === `${kind}:${name}`)
  if (isOfContainer) return CONTAINERS
  if (columns.some(({ name }) => key === columnTarget(name))) return key
  const named = columns.find(({ name }) => key === `price:${name}`)
  if (named) return columnTarget(named.name)
  if (key === 'text:condition') return fieldTarget('condition')
  // Records of the same tyre probably differ by a column that is not read.
  if (key === 'rows:repeated') {
    const isJoined = CHOSEN_KINDS.some(
      (kind) => containers.filter((one) => one.kind === kind && one.isRead).length > 1,
    )
    const unread = columns.find(({ name, field }) => field === null && !name.startsWith('$'))
    return isJoined ? CONTAINERS : unread ? columnTarget(unread.name) : null
  }
  const price = columns.find(({ field }) => PRICES.includes(field))
  return (price && OF_PRICES[key]?.(price.name)) ?? null
}

/** Moves the focus to a control of the page. Returns whether it is rendered. */
export function focusTarget(target: string): boolean {
  const controls = [...document.querySelectorAll<HTMLElement>(`[${TARGET}]`)]
  const control = controls.find((one) => one.getAttribute(TARGET) === target)
  control?.focus({ preventScroll: true })
  control?.scrollIntoView?.({ block: 'center', inline: 'center' })
  return control !== undefined
}
