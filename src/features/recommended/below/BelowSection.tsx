import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type BelowAnswer, MAX_TOLERANCE } from '../../../../contract/recommended/below.ts'
import { BELOW_CALLS } from '../../../../contract/recommended/below-calls.ts'
import { ROUTES } from '../../../../contract/routes.ts'
import { downloadFile } from '../../../data/send-call.ts'
import { useAction } from '../../../data/useAction.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import { formatDay } from '../../../ui/format-moment.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { PRICES, TYRES } from '../../../ui/nouns.ts'
import { countText } from '../../../ui/plural.ts'
import { FormatButtons } from '../../cabinet/FileButton.tsx'
import { FilterForm, useAddressFilters } from '../../cabinet/FilterForm.tsx'
import { LoadProblem } from '../../cabinet/LoadProblem.tsx'
import { MoreFoot } from '../../cabinet/MoreFoot.tsx'
import { ListExample } from '../list/ListSection.tsx'
import { BELOW_FILTERS, type BelowFilters, belowQuery, listsQuery } from '../recommended-prices.ts'
import { BelowSites, BelowTable } from './BelowTable.tsx'

/** Report 'Кто продаёт ниже РРЦ': the sites first, then each price with its proof. */
export function BelowSection() {
  const [filters, choose] = useAddressFilters(BELOW_FILTERS)
  const query = useInfiniteQuery({ ...belowQuery(filters), placeholderData: keepPreviousData })
  const { data, error, refetch, hasNextPage, isPlaceholderData } = query
  const answer = data?.pages[0]
  if (!answer) return error ? <LoadProblem error={error} onRetry={() => void refetch()} /> : <Loading />
  if (!answer.has_list) return <NoList />
  const rows = data.pages.flatMap((page) => page.rows)
  return (
    <>
      <BelowFilterForm filters={filters} answer={answer} onChoose={choose} />
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      <div className="rrp-report grid gap-12 min-w-0" aria-busy={isPlaceholderData}>
        {answer.has_prices && answer.late.length > 0 && answer.day !== null && (
          <p className="text-13 font-normal text-muted">
            Без прайса за {formatDay(answer.day)}: {answer.late.join(', ')}
          </p>
        )}
        {answer.sites.length > 0 && (
          <BelowSites
            answer={answer}
            chosen={filters.site}
            onChoose={(site) => choose({ ...filters, site })}
          />
        )}
        <section className="data-panel" aria-labelledby="below-prices-heading">
          <header className="rrp-panel-head flex flex-wrap items-center gap-4-12">
            <h2 id="below-prices-heading">Цены ниже РРЦ{filters.site !== '' && ` у ${filters.site}`}</h2>
            <span role="status" className="text-13 font-normal text-muted">
              {answer.total === 0
                ? 'нет'
                : `${countText(answer.total, PRICES)}, ${countText(answer.tyres, TYRES)}`}
            </span>
            {answer.total > 0 && <BelowFiles filters={filters} />}
          </header>
          {rows.length > 0 ? <BelowTable rows={rows} day={answer.day} /> : <NothingBelow answer={answer} />}
        </section>
      </div>
      {(hasNextPage || data.pages.length > 1) && (
        <MoreFoot
          query={query}
          end="Больше цен нет"
          label="Показано"
          count={`Показано ${rows.length} из ${answer.total}`}
        />
      )}
    </>
  )
}

function BelowFiles({ filters }: { filters: BelowFilters }) {
  const action = useAction()
  return (
    <div className="flex flex-wrap gap-4 ml-auto">
      <FormatButtons
        action={action}
        label="Скачать цены ниже РРЦ"
        variant="quiet"
        download={(format) => downloadFile(BELOW_CALLS.file, { ...filters, format }, `below_rrp.${format}`)}
      />
      {action.problem !== null && <Alert onDismiss={action.dismiss}>{action.problem}</Alert>}
    </div>
  )
}

const nothingText = (day: string, hasPrices: boolean): string =>
  hasPrices ? `За ${day} таких цен нет.` : `Цен за ${day} нет.`

function NothingBelow({ answer: { day, has_prices: hasPrices } }: { answer: BelowAnswer }) {
  return (
    <div className="data-empty">
      <p>{day === null ? 'Цен ещё не загружено.' : nothingText(formatDay(day), hasPrices)}</p>
      <p>{hasPrices ? 'Измените или сбросьте условия выше.' : 'Выберите другой день.'}</p>
    </div>
  )
}

function NoList() {
  const editable = useQuery(listsQuery).data?.editable === true
  return (
    <div className="panel">
      <h2>Узнайте, кто продаёт ниже РРЦ</h2>
      <p className="panel-words">
        Нужен файл с артикулами и рекомендованными ценами. По нему каждый день видно, какие сайты продают
        дешевле, с какого дня и на сколько.
      </p>
      <ListExample />
      {editable ? (
        <div className="panel-actions">
          <Link to={`${ROUTES.recommended}/list`} className="button button-primary">
            Загрузить список
          </Link>
        </div>
      ) : (
        <p className="panel-words">Загрузить его может аналитик или администратор.</p>
      )}
    </div>
  )
}

interface BelowFilterFormProps {
  filters: BelowFilters
  answer: BelowAnswer
  onChoose(filters: BelowFilters): void
}

const NO_FILTERS: BelowFilters = { date: '', site: '', brand: '', city: '', q: '', over: '' }

function BelowFilterForm({ filters, answer, onChoose }: BelowFilterFormProps) {
  const [isOpen, setOpen] = useState(false)
  const { day, first_day: firstDay, last_day: lastDay } = answer
  const choose = (given: BelowFilters) => {
    setOpen(false)
    onChoose({
      ...given,
      date: given.date === lastDay ? '' : given.date,
      over: Number(given.over) > 0 ? given.over : '',
    })
  }
  const set = BELOW_FILTERS.filter((name) => name !== 'q' && filters[name] !== '').length
  const options = [
    { name: 'site', label: 'Сайт', none: 'Все сайты', values: answer.sites.map(({ site }) => site) },
    { name: 'brand', label: 'Бренд', none: 'Все бренды', values: answer.brands },
    { name: 'city', label: 'Город', none: 'Все города', values: answer.cities },
  ] as const
  return (
    <FilterForm
      label="Отбор цен ниже РРЦ"
      className="rrp-filters"
      data-open={isOpen || undefined}
      filters={{ ...filters, date: filters.date || (day ?? '') }}
      none={{ ...NO_FILTERS, date: lastDay ?? '' }}
      onChoose={choose}
      actions={
        <Button
          variant="quiet"
          className="rrp-unfold"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Свернуть' : set === 0 ? 'Условия' : `Условия: ${set}`}
        </Button>
      }
    >
      <TextField
        name="q"
        label="Шина"
        type="search"
        placeholder="Артикул, модель, размер"
        maxLength={200}
        autoComplete="off"
      />
      {options.map(({ name, label, none, values }) => (
        <SelectField
          key={name}
          {...{ name, label, none }}
          options={withChosen(values, filters[name]).map((value) => ({ value, name: value }))}
        />
      ))}
      <TextField
        name="date"
        label="День"
        type="date"
        min={firstDay ?? undefined}
        max={lastDay ?? undefined}
      />
      <TextField
        name="over"
        label="Не считать до, %"
        type="number"
        inputMode="decimal"
        min={0}
        max={MAX_TOLERANCE}
        step="0.1"
        placeholder="0"
      />
    </FilterForm>
  )
}

/** Returns the options with the chosen one, which other filters may have left out; '' stands for a missing value. */
const withChosen = (values: readonly string[], chosen: string): readonly string[] => {
  const named = values.filter((value) => value !== '')
  return chosen === '' || named.includes(chosen) ? named : [...named, chosen]
}
