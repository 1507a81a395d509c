import {
  type AccountFinding,
  CONTAINER_KINDS,
  CONTAINER_TEXTS,
  LEFT_OUT_TEXTS,
  type ListAccount,
} from '../../contract/sources/account.ts'
import { columnLabel, fieldLabel } from '../../contract/sources/field-labels.ts'

const MAX_FINDINGS = 4
const MAX_NAMES = 6

const number = new Intl.NumberFormat('ru-RU')

/** Formats a finding with its examples and what to do about it. */
export function findingText({ text, examples, remedy }: AccountFinding): string {
  const shown = examples.length > 0 ? `: ${examples.join('; ')}` : ''
  return `${text}${shown}${remedy === '' ? '' : ` → ${remedy}`}`
}

/**
 * Formats an account as text, findings first.
 * @param isWhole false for at most ten lines
 */
export function accountLines(account: ListAccount, isWhole = false): string[] {
  const findings = isWhole ? account.findings : account.findings.slice(0, MAX_FINDINGS)
  const more = account.findings.length - findings.length
  return [
    ...findings.map((finding) => `! ${findingText(finding)}`),
    ...(more > 0 ? [`! и ещё: ${more}`] : []),
    ...countLines(account, isWhole),
  ]
}

/** Formats an account without its findings: what was read, left out and altered, and why prices are what they are. */
export function countLines(account: ListAccount, isWhole = false): string[] {
  const { records, tyres, left, altered, evidence, columns } = account
  const parts = left.map(({ kind, count }) => `${LEFT_OUT_TEXTS[kind]} ${number.format(count)}`)
  const ignored = columns.filter(({ field }) => field === null).map(({ name }) => columnLabel(name))
  const lines = [
    `Записей ${number.format(records)}: шин ${number.format(tyres)}${parts.length > 0 ? `, ${parts.join(', ')}` : ''}`,
    ...containerLines(account, isWhole),
    ...alteredLines(altered, isWhole),
    ...(evidence.length > 0
      ? [
          `Цены: ${evidence.map(({ column, field, because }) => `«${column}» — ${priceText(field)} (${because})`).join('; ')}`,
        ]
      : []),
    ...(ignored.length > 0 ? [`Не читаются колонки: ${named(ignored, isWhole)}`] : []),
  ]
  if (!isWhole) return lines
  const mapped = columns.filter(({ field }) => field !== null)
  return [
    ...lines,
    `Читаются колонки: ${mapped.map(({ name, field }) => `${columnLabel(name)} → ${fieldLabel(field ?? '')}`).join(', ')}`,
  ]
}

const priceText = (field: string): string => (field === '' ? 'не читается' : fieldLabel(field).toLowerCase())

function containerLines({ containers }: ListAccount, isWhole: boolean): string[] {
  return CONTAINER_KINDS.flatMap((kind) => {
    const all = containers.filter((one) => one.kind === kind)
    const unread = all.filter(({ isRead }) => !isRead).map(({ name, why }) => `«${name}» (${why})`)
    if (all.length === 0) return []
    const rest = unread.length === 0 ? '' : `, не прочитаны ${named(unread, isWhole)}`
    return [`${CONTAINER_TEXTS[kind][1]}: прочитано ${all.length - unread.length} из ${all.length}${rest}`]
  })
}

function alteredLines(altered: ListAccount['altered'], isWhole: boolean): string[] {
  if (altered.length === 0) return []
  if (isWhole)
    return altered.map(
      ({ rule, count, example }) => `Изменено: ${rule} — ${number.format(count)} (${example})`,
    )
  return [`Изменено: ${altered.map(({ rule, count }) => `${rule} — ${number.format(count)}`).join('; ')}`]
}

function named(names: readonly string[], isWhole: boolean): string {
  const shown = isWhole ? names : names.slice(0, MAX_NAMES)
  const more = names.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` и ещё ${more}` : ''}`
}
