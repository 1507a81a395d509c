import { Link } from 'react-router-dom'
import type { SetupSteps } from '../../../../contract/installation/setup.ts'
import { REPORTS } from '../../../../contract/reports/reports.ts'
import { newSourceOf, newSourcePath, OF_SETUP } from '../../sources/source-routes.ts'

/** Ways to the first prices: the assistant for price lists, with the own site filled in. */
export function PriceListStep({ steps: { own, last_day: day } }: { steps: SetupSteps }) {
  const [site] = own.hosts
  return (
    <>
      <p className="text-14 text-muted">
        Подойдёт файл с этого компьютера, ссылка, почта, FTP или API: Excel, CSV, XML, JSON. Помощник сам
        узнает столбцы и покажет, что получилось, до загрузки.
      </p>
      <div className="panel-actions">
        <Link
          to={site === undefined ? newSourcePath : newSourceOf(site)}
          state={OF_SETUP}
          className={`button button-${day === null ? 'primary' : 'secondary'}`}
        >
          {day === null ? 'Добавить прайс-лист' : 'Добавить ещё один'}
        </Link>
        {day !== null && (
          <Link to={REPORTS['all-prices'].route} className="button button-primary">
            Открыть цены
          </Link>
        )}
      </div>
    </>
  )
}
