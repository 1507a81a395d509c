import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isAfterTomorrow, isIsoDate, latestDay } from '../../../contract/lib/dates.ts'
import type { AccountFinding, ListAccount } from '../../../contract/sources/account.ts'
import type { MappingJson } from '../../../contract/sources/source.ts'
import type { Comparison, Trial } from '../../../contract/sources/trial.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { TextField } from '../../ui/Field.tsx'
import { TYRES } from '../../ui/nouns.ts'
import { countText } from '../../ui/plural.ts'
import { DataTable } from '../cabinet/DataTable.tsx'
import { QueryState } from '../cabinet/QueryState.tsx'
import { AccountSection } from './AccountSection.tsx'
import { RemarkList } from './FindingList.tsx'
import { fieldLabel } from './mapping/fields.ts'
import { RejectExample } from './RejectExample.tsx'
import { type TrialTerms, trialQuery } from './source-queries.ts'
import { Scrolled, TyreTable } from './TyreTable.tsx'
import { formatCount, formatMove, formatShare, formatSourceDay, NUMBER_LABELS, OFFERS } from './texts.ts'

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
  const query = useQuery({ ...trialQuery(file, terms), enabled: wrong === null })
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
      {wrong === null && (
        <QueryState
          query={query}
          loading={`${onDay ? 'Читаем файл целиком' : 'Разбираем прочитанные страницы'}. Пока ничего не записано...`}
        >
          {(trial) => (
            <TrialReport
              trial={trial}
              mapping={terms.mapping}
              isSample={!onDay}
              renderRemedy={renderRemedy}
            />
          )}
        </QueryState>
      )}
      <div className="panel-actions">{children(wrong === null ? query.data : undefined)}</div>
    </>
  )
}

const PRICE_WORDS = { wholesale: 'опт.', retail: 'розн.' } as const

interface TrialReportProps {
  trial: Trial
  mapping: MappingJson
  /** whether the file has only some of the prices, so that comparing it with a whole day says nothing */
  isSample: boolean
  renderRemedy: TrialPanelProps['renderRemedy']
}

/** Predicted result of importing a file, from a trial. */
function TrialReport({ trial, mapping, isSample, renderRemedy }: TrialReportProps) {
  const { error, records, tyres, offers, bad, skipped, others, reasons, remarks, filled } = trial
  const { first, compared, held, numbered, account } = trial
  const counts: [string, number][] = [
    [isSample ? 'Записей на страницах' : 'Записей в файле', account?.records ?? records],
    ['Шин', tyres],
    ['Предложений', offers],
    ['Отклонено', bad],
    ['Не шины', others.count],
    ['Пропущено', skipped],
  ]
  return (
    <div className="trial">
      {error !== null && <Alert>{error}</Alert>}
      {held.length > 0 && !isSample && (
        <div className="alert alert-warning trial-held">
          <div className="alert-text">
            <p>
              <strong>Эти цены не похожи на обычные.</strong> Загрузка остановится и спросит вас ещё раз:
            </p>
            <ul>
              {held.map((why) => (
                <li key={why}>{why}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
      <Facts
        className="counts flex flex-wrap gap-8-24 font-semibold"
        facts={counts
          .filter(([, count], at) => at < 3 || (count > 0 && !account))
          .map(([name, count]) => [name, formatCount(count)])}
      />
      {account && (
        <AccountSection
          account={account}
          renderRemedy={renderRemedy && ((finding) => renderRemedy(finding, account))}
        />
      )}
      {others.count > 0 && (
        <p className="panel-words">
          Не шины, не загрузятся: {others.examples.join('; ')}
          {others.count > others.examples.length && '; …'}
        </p>
      )}
      {compared && !isSample && <ComparisonPart compared={compared} />}
      {!compared && error === null && !isSample && (
        <p className="panel-words">Сравнить не с чем: раньше цен этого сайта не было.</p>
      )}
      {reasons.length > 0 && (
        <section aria-label="Что отклонено">
          <h3>Что отклонено</h3>
          <ul className="reasons text-14">
            {reasons.map(({ reason, count, examples }) => (
              <li key={reason}>
                <strong>{reason}</strong>: {countText(count, ['запись', 'записи', 'записей'])}
                <ul>
                  {examples.map(({ line, record }) => (
                    <li key={`${line} ${record}`}>
                      <span className="text-muted">
                        {NUMBER_LABELS[numbered].toLowerCase()} {line}
                      </span>{' '}
                      <RejectExample record={record} reason={reason} mapping={mapping} />
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </section>
      )}
      <RemarkList remarks={remarks} numbered={numbered} />
      {filled.length > 0 && (
        <details className="disclosure">
          <summary>Насколько заполнены поля</summary>
          <ul className="filled">
            {filled.map(({ field, share }) => (
              <li key={field}>
                <span>{fieldLabel(field)}</span>
                <meter min={0} max={1} value={share} aria-label={fieldLabel(field)} />
                <span>{formatShare(Math.round(share * 1000) / 10)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {first.length > 0 && (
        <section aria-label="Первые записи">
          <h3>Первые {countText(first.length, ['запись', 'записи', 'записей'])}, как они загрузятся</h3>
          <TyreTable tyres={first} label="Первые записи" numbered={numbered} />
        </section>
      )}
    </div>
  )
}

function ComparisonPart({ compared }: { compared: Comparison }) {
  const { day, tyres, offers, changed, beyond, beyond_count: beyondCount } = compared
  return (
    <section aria-label="По сравнению с прошлым днём">
      <h3>
        По сравнению с {formatSourceDay(day)} ({countText(tyres, TYRES)}, {countText(offers, OFFERS)})
      </h3>
      <Facts
        className="counts flex flex-wrap gap-8-24 font-semibold"
        facts={[
          ['Новых шин', formatCount(compared.new_tyres)],
          ['Исчезло шин', formatCount(compared.gone_tyres)],
          ['Цен изменилось', formatCount(changed)],
          ['Медиана изменений', formatMove(compared.median_move)],
        ]}
      />
      {beyondCount > 0 && (
        <details className="disclosure" open={beyondCount <= 5}>
          <summary>
            Необычно больших изменений: {formatCount(beyondCount)}
            {beyond.length < beyondCount && `, показаны ${beyond.length} самых больших`}
          </summary>
          <Scrolled label="Необычные изменения">
            <DataTable columns={['Шина', 'Город', 'Цена', 'Было', 'Стало', 'Изменение']}>
              {beyond.map((move) => (
                <tr key={`${move.article} ${move.name} ${move.city} ${move.price_type}`}>
                  <th scope="row">{[move.name, move.article].filter(Boolean).join(', ')}</th>
                  <td data-label="Город">{move.city}</td>
                  <td data-label="Цена">{PRICE_WORDS[move.price_type]}</td>
                  <td data-label="Было">{formatCount(move.before)}</td>
                  <td data-label="Стало">{formatCount(move.after)}</td>
                  <td data-label="Изменение">{formatMove(move.percent)}</td>
                </tr>
              ))}
            </DataTable>
          </Scrolled>
        </details>
      )}
    </section>
  )
}
