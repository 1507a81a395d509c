import type { AccountContainer, AccountFinding, ListAccount } from '../../../../contract/sources/account.ts'

/** Attribute of the control that answers a finding or a question of the guess. */
export const TARGET = 'data-target'
/** Target of the choice of what is read: sheets, file, arrays or elements. */
export const CONTAINERS = 'containers'

export const columnTarget = (column: string): string => `column:${column}`

/** Containers that a person can choose; the first two can be read together. */
export const CHOSEN_KINDS = ['sheet', 'array', 'file', 'element'] as const
export type ChosenKind = (typeof CHOSEN_KINDS)[number]

const isChosen = (kind: AccountContainer['kind']): boolean => CHOSEN_KINDS.some((one) => one === kind)
const PRICES: readonly (string | null)[] = ['retail', 'opt', 'cost']

/** Returns the control that answers a finding; null if the wizard has none. */
export function remedyTarget({ key }: AccountFinding, { containers, columns }: ListAccount): string | null {
  const isOfContainer = containers.some(({ kind, name }) => isChosen(kind) && key === `${kind}:${name}`)
  if (isOfContainer) return CONTAINERS
  if (columns.some(({ name }) => key === columnTarget(name))) return key
  const named = columns.find(({ name }) => key === `price:${name}`)
  const isOfPrices = key === 'rows:unpriced' || key === 'text:kind'
  const price = named ?? (isOfPrices ? columns.find(({ field }) => PRICES.includes(field)) : undefined)
  return price ? columnTarget(price.name) : null
}

/** Moves the focus to a control of the page. Returns whether it is rendered. */
export function focusTarget(target: string): boolean {
  const controls = [...document.querySelectorAll<HTMLElement>(`[${TARGET}]`)]
  const control = controls.find((one) => one.getAttribute(TARGET) === target)
  control?.focus({ preventScroll: true })
  control?.scrollIntoView?.({ block: 'center', inline: 'center' })
  return control !== undefined
}
