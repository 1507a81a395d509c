import { useQuery } from '@tanstack/react-query'
import { percentMultiplier } from '../../../contract/lib/percent.ts'
import type { PriceType } from '../../../contract/reports/reports.ts'
import { companionQuery } from '../../data/companion-query.ts'
import type { ReportChoice } from '../report-choice/report-address.ts'

/**
 * Rule by which the companion server computes the proposed prices. Renders nothing for other backends, which publish no
 * rule.
 */
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
