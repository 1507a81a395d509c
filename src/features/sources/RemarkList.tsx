import type { Numbered, Remark } from '../../../contract/sources/sample.ts'
import { formatCount, NUMBER_LABELS } from './texts.ts'

const SEVERAL: Readonly<Record<Numbered, string>> = { lines: 'строки', records: 'записи' }

interface RemarkListProps {
  remarks: readonly Remark[]
  numbered: Numbered
}

/**
 * List of remarks on the imported prices: prices that were divided, articles that were dropped, tyres that occur twice.
 */
export function RemarkList({ remarks, numbered }: RemarkListProps) {
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
