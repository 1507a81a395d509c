import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isAfterTomorrow, isIsoDate, latestDay } from '../../../contract/lib/dates.ts'
import type { AccountFinding, ListAccount } from '../../../contract/sources/account.ts'
import type { Trial } from '../../../contract/sources/trial.ts'
import { TextField } from '../../ui/Field.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { LoadProblem } from '../cabinet/LoadProblem.tsx'
import { type TrialTerms, trialQuery } from './source-queries.ts'
import { TrialReport } from './TrialReport.tsx'

interface TrialPanelProps {
  /** id of the file stored on the server */
  file: string
  terms: TrialTerms
  /** called with another day of the prices; without it, the file is a sample that is never imported */
  onDay?: (day: string) => void
  /** renders what a person can do about a finding; its remedy as text without it */
  renderRemedy?: (finding: AccountFinding, account: ListAccount) => ReactNode
  /** renders the actions on the file; `trial` is undefined until the trial has finished */
  children(trial: Trial | undefined): ReactNode
}

/** Returns the reason why this day is invalid as the day of prices; null if it is valid. */
const dayProblem = (day: string): string | null =>
  !isIsoDate(day)
    ? 'Укажите день цен.'
    : isAfterTomorrow(day)
      ? 'День цен не может быть позже завтрашнего.'
      : null

/** Panel of a trial: day of the prices, predicted result and actions. */
export function TrialPanel({ file, terms, onDay, renderRemedy, children }: TrialPanelProps) {
  const wrong = dayProblem(terms.day)
  const { data, error, refetch } = useQuery({ ...trialQuery(file, terms), enabled: wrong === null })
  return (
    <>
      <div className="trial-terms flex flex-wrap items-end gap-8-24">
        {onDay && (
          <TextField
            label="День цен"
            problem={wrong}
            type="date"
            required
            max={latestDay()}
            value={terms.day}
            onChange={onDay}
          />
        )}
        <p className="panel-words">
          Сайт: <strong>{terms.site}</strong>
        </p>
      </div>
      {wrong === null && !data && !error && (
        <Loading
          text={`${onDay ? 'Читаем файл целиком' : 'Разбираем прочитанные страницы'}. Пока ничего не записано...`}
        />
      )}
      {wrong === null && error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {wrong === null && data && (
        <TrialReport
          trial={data}
          mapping={terms.mapping}
          isSample={!onDay}
          renderRemedy={
            renderRemedy && data.account && ((finding) => renderRemedy(finding, data.account as ListAccount))
          }
        />
      )}
      <div className="panel-actions">{children(wrong === null ? data : undefined)}</div>
    </>
  )
}
