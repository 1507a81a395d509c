import { keepPreviousData, type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import { readFilterOptions } from '../../contract/legacy/filter-options.ts'
import { readVehicleTypes } from '../../contract/legacy/vehicle-types.ts'
import type { ReportLayout } from '../../contract/lib/lists.ts'
import { PATHS } from '../../contract/paths.ts'
import { type FilterName, type FilterValues, nonEmpty } from '../../contract/reports/filters.ts'
import { httpErrorOf, isGatewayError, NoTokenError, OfflineMissError } from './errors.ts'
import { type Extras, extraParameters, extrasQuery } from './extras.ts'
import { DEFAULT_ORDER, type ListOrder } from './list-order.ts'
import type { ReadPage } from './page-chunks.ts'
import { readPage } from './read-page.ts'
import { type Origin, questionKey, sendThrough } from './saved-answer.ts'
import { storedToken } from './stored-session.ts'

const MINUTE_MS = 60_000
/** Time in ms for which filter options stay fresh; they change with an import, a few times a day. */
const OPTIONS_FRESH_MS = 10 * MINUTE_MS
/** Long enough to page back and forth without new requests. */
const PAGE_FRESH_MS = 5 * MINUTE_MS

/** Value read from an answer, with the answer's origin. */
export type Received<Value> = Value & Origin

/**
 * Makes a call and reads its answer.
 * @throws NoTokenError, OfflineMissError, HttpError, ReadError, or what fetch throws
 */
export async function receive<Value>(
  read: (response: Response) => Promise<Value>,
  path: string,
  init: RequestInit,
): Promise<Received<Value>> {
  if (storedToken() === null) throw new NoTokenError('Нет access_token, авторизуйтесь.')
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

/** Parameters of a list call. */
export interface ListRequest extends Extras {
  layout: ReportLayout
  path: string
  filters: FilterValues
  /** YYYY-MM-DD */
  date: string
  /** multiplier of the proposals page, if it is sent */
  percent: string | null
  arranged: ListOrder
}

const LIST_KEY = 'report'

/** Returns the common key prefix of all pages of one result set, independent of its sort order. */
const listKey = ({ path, filters, date, percent, arranged: _, ...extras }: ListRequest) =>
  [LIST_KEY, path, nonEmpty(filters), extraParameters(extras), date, percent] as const

/** Page computed on the device from saved pages of a result set. */
export interface MadePage extends ReadPage {
  /** ISO instant of the oldest of these pages */
  savedAt: string
  madeOf: {
    pages: number
    /** whether rows are highlighted as the server would highlight them */
    highlighted: boolean
    /** null if rows remain, or the saved pages do not show why none do */
    emptied: EmptiedRun | null
  }
}

/** Reason why no row of a saved result set matches the filters. */
export interface EmptiedRun {
  filters: readonly FilterName[]
  /** sets of filters that some row passes together */
  passed: readonly (readonly FilterName[])[]
}

/** Displayed page: an answer, or a page computed instead. */
export type DisplayedPage = Received<ReadPage> &
  Partial<Pick<MadePage, 'madeOf'>> &
  Pick<ListRequest, 'arranged'>

type QueryContext = Pick<QueryFunctionContext, 'client' | 'signal'>

/**
 * Computes a page if there is no answer.
 * @returns null if it cannot
 */
export type MakePage = (request: ListRequest, page: number, context: QueryContext) => Promise<MadePage | null>

export function reportPageQuery(request: ListRequest, page: number, make?: MakePage) {
  const key = listKey(request)
  const path = listPath(request, page)
  return queryOptions({
    queryKey: [...key, request.arranged, page],
    queryFn: async (context): Promise<DisplayedPage> => {
      try {
        return await fetchPage(path, request, page, context, make)
      } catch (error) {
        if (!isSilent(error) || request.arranged.length === 0) throw error
        // A page that is not saved in this order may be saved in the server's, or within a whole report.
        const unsorted = { ...request, arranged: DEFAULT_ORDER }
        return fetchPage(listPath(unsorted, page), unsorted, page, context, make).catch(() => {
          throw error
        })
      }
    },
    meta: { request: questionKey('GET', path) },
    staleTime: PAGE_FRESH_MS,
    // Maps never compare equal, and comparing thousands of cells takes time.
    structuralSharing: false,
    // The old page stays while the next one or another order loads, but not when the filters change.
    placeholderData: (previous, query) =>
      sameRun(query?.queryKey, key) ? keepPreviousData(previous) : undefined,
  })
}

/** Returns whether neither the server nor, without a copy, the device answered. */
const isSilent = (error: unknown): boolean => error instanceof OfflineMissError || isGatewayError(error)

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

/** Returns the path of a list call with non-empty filters, date and page only (specification 4.10). */
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

/** Filter for every page of every report: 'Применить' discards them before it loads page 1. */
export const allReportPages = { queryKey: [LIST_KEY] } as const
