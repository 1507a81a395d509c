import type { ReactNode } from 'react'
import type { AccountFinding } from '../../../contract/sources/account.ts'
import './sources.css'
import type { Numbered, Remark } from '../../../contract/sources/sample.ts'
import { formatCount, NUMBER_LABELS } from './texts.ts'

interface FindingListProps {
  findings: readonly AccountFinding[]
  /** renders what a person can do about a finding; its remedy as text without it */
  renderRemedy?: ((finding: AccountFinding) => ReactNode) | undefined
}

/** Findings of a price list, each with its examples and its remedy. */
export function FindingList({ findings, renderRemedy }: FindingListProps) {
  if (findings.length === 0) return null
  return (
    <ul className="findings gap-4 text-14" aria-label="Что проверить">
      {findings.map((finding) => {
        const { key, text, examples, remedy, holds } = finding
        return (
          <li key={`${key} ${text}`} className="finding" data-holds={holds || undefined}>
            <p>
              <strong>{text}</strong>
              {examples.length > 0 && (
                <span className="finding-examples block text-13 text-muted tabular-nums">
                  {examples.join(' · ')}
                </span>
              )}
            </p>
            {remedy !== '' && (renderRemedy?.(finding) || <span className="text-13">{remedy}</span>)}
          </li>
        )
      })}
    </ul>
  )
}

const SEVERAL: Readonly<Record<Numbered, string>> = { lines: 'строки', records: 'записи' }

/** Remarks on the imported prices, such as divided prices, dropped articles and repeated tyres. */
export function RemarkList({ remarks, numbered }: { remarks: readonly Remark[]; numbered: Numbered }) {
  if (remarks.length === 0) return null
  const where = (lines: readonly number[]) =>
    `${lines.length > 1 ? SEVERAL[numbered] : NUMBER_LABELS[numbered].toLowerCase()} ${lines.join(' и ')}`
  return (
    <section aria-label="На что обратить внимание">
      <h3>На что обратить внимание</h3>
      <ul className="reasons text-14">
        {remarks.map(({ text, count, examples }) => (
          <li key={text}>
            <strong>{text}</strong> — {formatCount(count)}
            {examples.length > 0 && (
              <ul>
                {examples.map((example) => (
                  <li key={`${example.lines.join()} ${example.text}`}>
                    <span className="text-muted">{where(example.lines)}</span> {example.text}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
