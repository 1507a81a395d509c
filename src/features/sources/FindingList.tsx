import type { ReactNode } from 'react'
import type { AccountFinding } from '../../../contract/sources/account.ts'
import './sources.css'

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
