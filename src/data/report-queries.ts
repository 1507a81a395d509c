import { keepPreviousData, type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import { readFilterOptions } from '../../contract/legacy/filter-options.ts'
import { readVehicleTypes } from '../../contract/legacy/vehicle-types.ts'
import type { ReportLayout } from '../../contract/lib/lists.ts'
import { PATHS } from '../../contract/paths.ts'
import { type FilterValues, nonEmpty } from '../../contract/reports/filters.ts'
import { HttpError, httpErrorOf, isGatewayError, OfflineMissError, SignInNeededError } from './errors.ts'
import { type Extras, extraParameters, extrasQuery } from './extras.ts'
import { DEFAULT_ORDER, isByGroup, type ListOrder } from './list-order.ts'
import { type ReadPage, readPage } from './read-page.ts'
import { type Origin, questionKey, sendThrough } from './saved-answer.ts'
import { storedToken } from './stored-session.ts'

const MINUTE_MS = 60_000
/** Time in ms for which filter options stay fresh. They change with imports, a few times a day. */
const OPTIONS_FRESH_MS = 10 * MINUTE_MS
/** Time in ms for which a page stays fresh; enough to page back and forth without new requests. */
const PAGE_FRESH_MS = 5 * MINUTE_MS

/** Value read from a response, with the response's origin. */
export type Received<Value> = Value & Origin

/** Requests and reads. @throws SignInNeededError, OfflineMissError, HttpError, ReadError, or an error of fetch */
export async function receive<Value>(
  read: (response: Response) => Promise<Value>,
  path: string,
  init: RequestInit,
): Promise<Received<Value>> {
  if (storedToken() === null) throw new SignInNeededError('Нет access_token, авторизуйтесь.')
  const { response, ...origin } = await sendThrough(path, init)
  if (!response.ok) throw await httpErrorOf(response)
  return { ...(await read(response)), ...origin }
}

export const filterOptionsQuery = queryOptions({
  queryKey: ['filters'],
  queryFn: ({ signal }) =>
    receive(async (response) => readFilterOptions(await response.text()), PATHS.filters, { signal }),
  meta: { request: questionKey('GET', PATHS.filters), savedFirst: true },
  staleTime: OPTIONS_FRESH_MS,
})

export const vehicleTypesQuery = queryOptions({
  queryKey: ['vehicle-types'],
  queryFn: ({ signal }) =>
    receive(async (response) => ({ types: readVehicleTypes(await response.text()) }), PATHS.vehicleTypes, {
      method: 'POST',
      signal,
    }),
  meta: { request: questionKey('POST', PATHS.vehicleTypes), savedFirst: true },
  staleTime: OPTIONS_FRESH_MS,
})

/** Parameters of a list request. */
export interface ListRequest extends Extras {
  layout: ReportLayout
  path: string
  filters: FilterValues
  /** YYYY-MM-DD */
  date: string
  /** percent multiplier of a report with proposals; null if none is sent */
  percent: string | null
  arranged: ListOrder
}

const LIST_KEY = 'report'

/** Returns the query key prefix that all pages of one result set share in every sort and with any quick filters. */
const listKey = ({ path, filters, date, percent, arranged: _, ...extras }: ListRequest) =>
  [LIST_KEY, path, nonEmpty(filters), extraParameters(extras), date, percent] as const

/** Page computed on the device from saved pages of a result set. */
export interface MadePage extends ReadPage {
  /** time when the oldest of these pages was saved, ISO 8601 */
  savedAt: string
  madeOf: {
    pages: number
    /** whether rows are highlighted as the server would highlight them */
    highlighted: boolean
  }
}

/** Displayed page: a response, or a page computed from saved pages. */
export type DisplayedPage = Received<ReadPage> &
  Partial<Pick<MadePage, 'madeOf'>> &
  Pick<ListRequest, 'arranged'>

type QueryContext = Pick<QueryFunctionContext, 'client' | 'signal' | 'queryKey'>

/** Computes a page if neither the server nor a saved copy answered; null if it cannot be computed */
export type MakePage = (request: ListRequest, page: number, context: QueryContext) => Promise<MadePage | null>

/** @param others orders in which the page may be saved if it is not in the requested one */
export function reportPageQuery(
  request: ListRequest,
  page: number,
  make?: MakePage,
  others: readonly ListOrder[] = [DEFAULT_ORDER],
) {
  const key = listKey(request)
  const path = listPath(request, page)
  return queryOptions({
    queryKey: [...key, request.arranged, page],
    queryFn: async (context): Promise<DisplayedPage> => {
      try {
        return await fetchPage(path, request, page, context, make)
      } catch (error) {
        if (!isSilent(error) && !isUnknownOrder(error, request.arranged)) throw error
        // A page that is not saved in this order may be saved in another one, or be computable from a saved report.
        for (const arranged of others) {
          const other = { ...request, arranged }
          const otherPath = listPath(other, page)
          if (otherPath === path) continue
          const found = await fetchPage(otherPath, other, page, context, make).catch(() => null)
          // The device sorts its rows.
          if (found) return { ...found, arranged: DEFAULT_ORDER }
        }
        throw error
      }
    },
    meta: { request: questionKey('GET', path) },
    staleTime: PAGE_FRESH_MS,
    // Structural sharing is useless here: it never finds Maps equal, and comparing thousands of cells takes time.
    structuralSharing: false,
    // The displayed page stays while another page or order of its result set loads, not when the filters change.
    placeholderData: (previous, query) =>
      sameRun(query?.queryKey, key) ? keepPreviousData(previous) : undefined,
  })
}

/** Returns whether neither the server nor a saved copy answered. */
const isSilent = (error: unknown): boolean => error instanceof OfflineMissError || isGatewayError(error)

/** Returns whether a server of the former version, beside the one that offers groups, has refused their order. */
const isUnknownOrder = (error: unknown, arranged: ListOrder): boolean =>
  error instanceof HttpError && error.status === 400 && isByGroup(arranged)

async function fetchPage(
  path: string,
  request: ListRequest,
  page: number,
  context: QueryContext,
  make: MakePage | undefined,
): Promise<DisplayedPage> {
  const { layout, arranged } = request
  const { signal } = context
  try {
    const answer = await receive((response) => readPage(layout, response, signal), path, { signal })
    return { ...answer, arranged }
  } catch (error) {
    const made = isSilent(error) ? await make?.(request, page, context) : null
    if (!made) throw error
    return { ...made, gateway: isGatewayError(error) ? error.status : null, arranged }
  }
}

function sameRun(queryKey: readonly unknown[] | undefined, key: readonly unknown[]): boolean {
  return queryKey !== undefined && JSON.stringify(queryKey.slice(0, key.length)) === JSON.stringify(key)
}

/** Returns the path of a list request (specification 4.10), with parameters that only a companion accepts. */
export function listPath(
  { path, filters, date, percent, arranged, ...extras }: ListRequest,
  page: number,
): string {
  const query = extrasQuery({ ...nonEmpty(filters), ...extraParameters(extras) })
  query.set('date', date)
  query.set('page', String(page))
  if (percent !== null) query.set('percent', percent)
  for (const [name, value] of arranged) query.append(name, value)
  return `${path}?${query}`
}

/** Query filter that matches every page of every report: 'Применить' discards these pages before it loads page 1. */
export const allReportPages = { queryKey: [LIST_KEY] } as const
