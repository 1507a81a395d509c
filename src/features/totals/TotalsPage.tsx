import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { isIsoDate, isoToday } from '../../../contract/lib/dates.ts'
import { REPORTS } from '../../../contract/reports/reports.ts'
import { MEASURE_WORDS, MEASURES, wholeText } from '../../../contract/totals/measures.ts'
import { type TotalsReport, totalsPeriod } from '../../../contract/totals/totals.ts'
import { periodText, shortDay, totalsFiltersText, totalsNotes } from '../../../contract/totals/words.ts'
import { saveFile } from '../../data/download.ts'
import { useAction } from '../../data/useAction.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { LoadProblem } from '../cabinet/LoadProblem.tsx'
import { OfferedPage } from '../cabinet/OfferedPage.tsx'
import { MeasureCard } from './MeasureCard.tsx'
import { TotalsControls } from './TotalsControls.tsx'
import { TotalsMail } from './TotalsMail.tsx'
import { TotalsTable } from './TotalsTable.tsx'
import {
  fetchTotalsFile,
  readTotalsAddress,
  type TotalsAddress,
  totalsQuery,
  totalsSearch,
} from './totals-queries.ts'
import './totals.css'
import './totals-print.css'

/** Numbers of a week or month for whoever leads the shop (specification 27.3). */
export function TotalsPage() {
  useDocumentTitle('Итоги')
  return (
    <OfferedPage offer="totals">
      <Totals />
    </OfferedPage>
  )
}

function Totals() {
  const [search, setSearch] = useSearchParams()
  const address = readTotalsAddress(search)
  const { data, error, refetch } = useQuery(totalsQuery(address))
  const file = useAction()
  const report = data?.report ?? null
  const period =
    report?.period ?? totalsPeriod(address.kind, isIsoDate(address.day) ? address.day : isoToday())
  const isEmpty = report?.days.every(({ figures }) => figures === null) ?? false
  const download = () =>
    void file.run(async (signal) => {
      const { file: content, name } = await fetchTotalsFile(address, signal)
      saveFile(content, name)
    })
  return (
    <div className="totals">
      <header className="totals-head">
        <TotalsControls
          address={address}
          period={period}
          choices={report?.choices}
          onChange={(next) => setSearch(totalsSearch(next))}
        />
        <div className="totals-actions flex flex-wrap items-center gap-8-12">
          <Button blocked={!report || isEmpty || file.busy} onClick={download}>
            {file.busy ? 'Готовлю файл…' : 'Скачать Excel'}
          </Button>
          <Button blocked={!report || isEmpty} onClick={() => window.print()}>
            Печать
          </Button>
        </div>
      </header>
      <PrintHead address={address} period={periodText(address.kind, period)} />
      {file.problem !== null && <Alert onDismiss={file.dismiss}>{file.problem}</Alert>}
      {error && !data && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.counting && <Counting {...data.counting} />}
      {data && !data.counting && !report && (
        <p className="totals-empty">Цен пока нет: итоги появятся после первой загрузки прайсов.</p>
      )}
      {report && isEmpty && <p className="totals-empty">Наших цен за этот период нет.</p>}
      {report && !isEmpty && <Figures report={report} address={address} />}
      {/* Below its content, which would move it while it loads. */}
      {data && !data.counting && <TotalsMail />}
    </div>
  )
}

function Counting({ done, of }: { done: number; of: number }) {
  return (
    <div className="totals-counting" role="status">
      <label>
        Считаем: {done} из {of} {of % 10 === 1 && of % 100 !== 11 ? 'дня' : 'дней'}
        <progress max={of} value={done} />
      </label>
    </div>
  )
}

function Figures({ report, address }: { report: TotalsReport; address: TotalsAddress }) {
  const { sites, brands, cities } = report
  return (
    <>
      <ul className="totals-days list-none text-13 text-muted">
        {totalsNotes(report).map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <div className="totals-cards">
        {MEASURES.map((measure) => (
          <MeasureCard
            key={measure}
            measure={measure}
            report={report}
            link={measure === 'first' && <CheapestLink report={report} address={address} />}
          />
        ))}
      </div>
      <TotalsTable title="По сайтам" subject="Сайт" nameless="" rows={sites} />
      <TotalsTable title="По городам" subject="Город" nameless="без города" rows={cities} />
      <TotalsTable title="По брендам" subject="Бренд" nameless="без бренда" rows={brands} />
      <ol className="totals-footnotes">
        {MEASURES.map((measure) => (
          <li key={measure}>
            <b>{MEASURE_WORDS[measure].name}.</b> {MEASURE_WORDS[measure].definition}
          </li>
        ))}
      </ol>
    </>
  )
}

/** Link to the tyres that no competitor sold for less on the last day, where a report shows exactly these. */
function CheapestLink({ report, address: { filters } }: { report: TotalsReport; address: TotalsAddress }) {
  const last = report.days.findLast(({ figures }) => figures !== null)
  const { city, brand, site } = filters
  if (!last?.figures || last.figures.first === 0 || city === '' || site !== '') return null
  const query = new URLSearchParams({
    date: last.day,
    city,
    in: city,
    ...(brand && { brand }),
    view: 'market',
    only: 'cheapest',
    sort: 'market.rank',
  })
  return (
    <Link className="totals-link" to={`${REPORTS.retail.route}?${query}`}>
      Дешевле всех {shortDay(last.day)}: {wholeText(last.figures.first)}
    </Link>
  )
}

function PrintHead({ address: { filters }, period }: { address: TotalsAddress; period: string }) {
  const chosen = totalsFiltersText(filters)
  return (
    <div className="totals-print-head">
      <h1>Итоги: {period}</h1>
      <p>
        {chosen === '' ? 'Все сайты, бренды и города' : `Только ${chosen}`}. Напечатано{' '}
        {new Date().toLocaleDateString('ru-RU')}.
      </p>
    </div>
  )
}
