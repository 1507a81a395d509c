import { withMinus } from '../../../contract/lib/minus.ts'
import { PRICE_KINDS } from '../../../contract/offers/offer-values.ts'
import type { AccountFinding, ListAccount } from '../../../contract/sources/account.ts'
import { fieldLabel } from '../../../contract/sources/field-labels.ts'
import type { Sql } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Comparison, UNUSUAL_PERCENT } from './compare.ts'
import type { Run } from './runs.ts'
import type { Source } from './source.ts'
import { findSource, lockSource } from './store.ts'
import { dayText, formatInteger } from './texts.ts'

/** Result of reading a price list, before any of it is saved. */
export interface ReadList {
  records: number
  bad: number
  offers: number
  /** mapped fields that have no value in any record, but had values in earlier price lists */
  emptied: readonly string[]
  comparison: Comparison | null
}

const share = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })
const move = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 0, signDisplay: 'exceptZero' })

const PRICES = { retail: 'розничных', wholesale: 'оптовых', cost: 'закупочных' } as const

/**
 * Returns the reasons to hold a price list for an administrator's decision: signs of a broken export.
 * @param maxBad maximum percentage of bad records
 * @param leastPercent minimum percentage of the last day's offers
 * @returns reasons as texts for users; empty if the list may be imported
 */
export function heldReasons(
  { records, bad, offers, emptied, comparison }: ReadList,
  maxBad: number,
  leastPercent = 50,
): string[] {
  const reasons: string[] = []
  const badPercent = records === 0 ? 0 : (bad / records) * 100
  if (badPercent > maxBad) {
    reasons.push(
      `Плохих записей ${share.format(badPercent)} % (${formatInteger(bad)} из ${formatInteger(records)}), допускается ${share.format(maxBad)} %`,
    )
  }
  if (!comparison) return reasons
  const counts = `Предложений ${formatInteger(offers)}, а ${dayText(comparison.day)} было ${formatInteger(comparison.offers)}`
  if (offers * 100 < comparison.offers * leastPercent) {
    reasons.push(`${counts}: ${leastPercent === 50 ? 'меньше половины' : `меньше ${leastPercent} %`}`)
  }
  if (offers > comparison.offers * 2) reasons.push(`${counts}: больше чем вдвое`)
  for (const kind of PRICE_KINDS) {
    const percent = comparison.medianMoves[kind]
    if (percent === undefined || Math.abs(percent) <= UNUSUAL_PERCENT) continue
    reasons.push(
      `Медиана ${PRICES[kind]} цен изменилась на ${withMinus(move.format(percent))} % с ${dayText(comparison.day)}`,
    )
  }
  if (emptied.length > 0) reasons.push(`Поля пусты во всех записях: ${emptied.map(fieldLabel).join(', ')}`)
  return reasons
}

/** Maximum number of findings that a run stores. */
const MAX_FINDINGS = 20

/** Returns the findings that a run stores, as JSON; those that hold it come first. */
export const storedFindings = ({ findings }: ListAccount): string =>
  JSON.stringify(findings.slice(0, MAX_FINDINGS))

const holding = (findings: readonly AccountFinding[]): AccountFinding[] =>
  findings.filter(({ holds }) => holds)

/** Returns the findings that hold a run: whoever imports a file by hand has seen those of its trial. */
export const holdingFindings = (
  { findings }: ListAccount,
  { started_by: startedBy }: Pick<Run, 'started_by'>,
): AccountFinding[] => (startedBy === 'upload' ? [] : holding(findings))

/** Why a list is held: reasons about its counts, and findings, which a run stores apart from them. */
export interface HeldFor {
  reasons: readonly string[]
  findings: readonly AccountFinding[]
}

/** Formats why a list is held for the run's log, which has the number of findings alone. */
export function heldLine({ reasons, findings }: HeldFor): string {
  const found = findings.length > 0 ? [`Отмечено в прайс-листе: ${formatInteger(findings.length)}`] : []
  return `Задержано. ${[...reasons, ...found].join('. ')}`
}

/** Formats why a list is held for a notification: the reasons, the first finding and the number of the others. */
export function heldNotice({ reasons, findings }: HeldFor): string {
  const [first, ...others] = findings.map(({ text }) => text)
  const found = first === undefined ? [] : [others.length > 0 ? `${first} и ещё ${others.length}` : first]
  return [...reasons, ...found].join('. ')
}

/** Returns the keys of the findings that a person's import answers; accepting a run answers only those it has shown. */
function answeredBy(run: Run, { findings }: ListAccount): string[] {
  const found = holding(findings).map(({ key }) => key)
  if (run.started_by === 'upload') return found
  const seen = new Set(holding(run.findings).map(({ key }) => key))
  return run.accepted ? found.filter((key) => seen.has(key)) : []
}

/**
 * Stores what an import answers: fields that may be empty, and findings that a person has called right. Call it in the
 * transaction that has locked the source, because people take answers back meanwhile.
 */
export async function storeAnswers(
  sql: Sql,
  run: Run,
  { emptied, account }: { emptied: readonly string[]; account: ListAccount },
): Promise<void> {
  const { mayBeEmpty, answered } = await findSource(sql, run.source_id)
  const all = (former: readonly string[], more: readonly string[]) =>
    JSON.stringify([...new Set([...former, ...more])])
  await sql.run`
    UPDATE sources SET may_be_empty = ${all(mayBeEmpty, emptied)},
      answered = ${all(answered, answeredBy(run, account))} WHERE id = ${run.source_id}`
}

/**
 * Takes back that a finding is right, so that it holds runs again.
 * @returns the source
 * @throws Refusal 404 for an unknown source or answer
 */
export async function takeAnswerBack(sql: Sql, id: string, key: string): Promise<Source> {
  await lockSource(sql, id)
  const source = await findSource(sql, id)
  const others = source.answered.filter((one) => one !== key)
  if (others.length === source.answered.length) throw new Refusal(404, 'Об этом и так спросим')
  await sql.run`UPDATE sources SET answered = ${JSON.stringify(others)} WHERE id = ${id}`
  return source
}
