import { useQuery } from '@tanstack/react-query'
import { percentMultiplier } from '../../../contract/lib/percent.ts'
import type { FilterSets } from '../../../contract/reports/filter-sets.ts'
import { FILTER_NAMES, FILTERS } from '../../../contract/reports/filters.ts'
import type { PriceType } from '../../../contract/reports/reports.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { Alert } from '../../ui/Alert.tsx'
import type { ReportChoice } from '../report-choice/report-address.ts'

/** Rule by which the companion server computes the proposed prices; other backends publish none. */
export function ProposalRule({ choice }: { choice: ReportChoice }) {
  const { data } = useQuery(companionQuery)
  if (!data?.offers.includes('proposal-rules')) return null
  return <p className="proposal-rule">{RULES[choice.priceType](choice.percent)}</p>
}

const MEDIAN = 'медиана розничных цен конкурентов в городе'
const RETAIL = (percent: number | null): string =>
  percent === null
    ? `Процент не указан. Новая розничная цена — ${MEDIAN}, не ниже нашей оптовой цены.`
    : `Новая розничная цена — наша оптовая цена в городе × ${number.format(Number(percentMultiplier(percent)))}, не ниже себестоимости. ` +
      `Где нашей оптовой цены нет — ${MEDIAN}.`
const OPT = () =>
  'Новая оптовая цена — медиана оптовых цен конкурентов в городе, не ниже нашей себестоимости.'

const RULES: Readonly<Record<PriceType, (percent: number | null) => string>> = {
  all: RETAIL,
  retail: RETAIL,
  opt: OPT,
}

const number = new Intl.NumberFormat('ru-RU')

/** Note on filters in the URL that the server does not accept (specification 4.31), which are `untaken`. */
export function RefusedSets({ untaken }: { untaken: FilterSets }) {
  const labels = FILTER_NAMES.filter((name) => untaken[name]).map((name) => FILTERS[name].label)
  return (
    <Alert tone="warning">
      Этот сервер принимает в фильтре только одно значение. Показаны все: {labels.join(', ')}.
    </Alert>
  )
}
