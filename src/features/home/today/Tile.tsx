import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { DailyCounts } from '../../../../contract/dashboard/today.ts'
import { failureText } from '../../../data/companion-calls.ts'
import { OfflineMissError } from '../../../data/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Sparkline } from '../../market/spark/Sparkline.tsx'

const number = new Intl.NumberFormat('ru-RU')

interface TileProps {
  title: string
  /** control beside the title */
  choice?: ReactNode
  /** content below the rows */
  foot?: ReactNode
  /** whether the user has expanded the list; its rows are then focused, so that arrow keys scroll them */
  scrolls?: boolean
  children: ReactNode
}

/** Column of the section 'Сегодня'. It has at most four rows at first, so that all columns have the same height. */
export function Tile({ title, choice, foot, scrolls = false, children }: TileProps) {
  const id = useId()
  const rows = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (scrolls) rows.current?.focus()
  }, [scrolls])
  return (
    <section className="today-tile" aria-labelledby={id}>
      <div className="today-head">
        <h3 id={id}>{title}</h3>
        {choice}
      </div>
      <div ref={rows} className="today-rows" tabIndex={scrolls ? -1 : undefined}>
        {children}
      </div>
      {foot && <div className="text-13 text-muted">{foot}</div>}
    </section>
  )
}

/** Placeholders for tiles that are loading. */
export function AwaitedTiles({ count }: { count: number }) {
  return Array.from({ length: count }, (_, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
    <div key={i} className="today-tile today-awaited" aria-hidden="true" />
  ))
}

interface CountProps {
  value: number
  /** URL of the report with the counted rows; without effect if the number is 0 */
  to: string
  label: string
  className?: string
  onFollow?(): void
}

export function CountRow({ value, to, label, onFollow }: CountProps) {
  const words = (
    <>
      <span>{label}</span> <b>{number.format(value)}</b>
    </>
  )
  if (value === 0) return <p className="today-row">{words}</p>
  return (
    <Link className="today-row" to={to} onClick={onFollow}>
      {words}
    </Link>
  )
}

/** Number within a row, linked to the counted rows. @param label text for screen readers */
export function Count({ value, to, label, className = '' }: CountProps) {
  const shown = number.format(value)
  if (value === 0)
    return (
      <span className={`today-count ${className}`}>
        <span className="visually-hidden">{label}: </span>
        {shown}
      </span>
    )
  return (
    <Link className={`today-count ${className}`} to={to} aria-label={`${label}: ${shown}`}>
      {shown}
    </Link>
  )
}

interface TileProblemProps {
  title: string
  error: Error
  onRetry(): void
}

/** Error message in place of the numbers. Not an alert, because the numbers are only a supplement. */
export function TileProblem({ title, error, onRetry }: TileProblemProps) {
  return (
    <Tile
      title={title}
      foot={
        <Button variant="quiet" onClick={onRetry}>
          Повторить
        </Button>
      }
    >
      <p className="today-words" role="status">
        {error instanceof OfflineMissError
          ? 'Нет сети, и на устройстве этого ещё нет.'
          : `Не удалось загрузить: ${failureText(error)}`}
      </p>
    </Tile>
  )
}

/** Minimum number of days with a known value; a line through fewer points would be meaningless. */
const FEWEST = 5

/** Sparkline of a number over the last 30 days. Renders nothing if too few days are known. */
export function DayLine({ counts }: { counts: DailyCounts | undefined }) {
  const known = counts?.filter((one) => one !== null).length ?? 0
  if (!counts || known < FEWEST) return null
  return (
    <p className="today-line">
      <span>30 дней</span> <Sparkline line={{ prices: counts, mixed: false }} />
    </p>
  )
}
