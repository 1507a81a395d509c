import { watchedSince } from '../../../../contract/dashboard/freshness.ts'
import { BELOW_PAGE_SIZE, type BelowAnswer, type BelowRow } from '../../../../contract/recommended/below.ts'
import type { BELOW_CALLS } from '../../../../contract/recommended/below-calls.ts'
import type { Cell } from '../../../../contract/reports/report-row.ts'
import type { SheetColumn, SheetColumnKind } from '../../../../contract/spreadsheet/sheet-columns.ts'
import { tyreKey } from '../../../../contract/tyre/tyre-key.ts'
import type { ReadSql } from '../../../platform/db/db.ts'
import { checkDay } from '../../../platform/http/schemas.ts'
import type { FileTable } from '../../../prices/export/file-table.ts'
import { sendTable } from '../../../prices/export/send-table.ts'
import { hasRecommended, recommendedByTyre } from '../../../prices/recommended-prices.ts'
import type { PriceReader } from '../../../prices/report-query.ts'
import type { TyreKeys } from '../../../prices/tyre-catalog.ts'
import { DATA_EXPORT_AUDIT } from '../../auth/http/audited-routes.ts'
import type { DownloadSlots } from '../../auth/http/download-slots.ts'
import { type Handlers, withConfig } from '../../auth/serve-calls.ts'
import { BelowRrpService, type SelectedBelow } from './below-rrp-service.ts'
import { type ProvenPrice, withProof } from './proof.ts'

interface BelowDeps {
  reader: PriceReader
  keys: TyreKeys
  slots: DownloadSlots
}

/** Maximum number of prices on a tyre's card. */
const MAX_PER_TYRE = 50

export function belowHandlers({ reader, keys, slots }: BelowDeps): Handlers<typeof BELOW_CALLS> {
  const { sql } = reader
  const desk = new BelowRrpService(reader)
  const dayOf = async (date: string | undefined) => (date ? checkDay(date) : reader.indexes.lastDay())
  return {
    async page({ query: { date, page = 1, ...filters } }) {
      const day = await dayOf(date)
      const selected = day === null ? undefined : await desk.selected(day, filters)
      const rows = selected?.rows.subarray((page - 1) * BELOW_PAGE_SIZE, page * BELOW_PAGE_SIZE)
      const proven = selected && rows && day ? await withProof(sql, day, selected, rows) : []
      return {
        day,
        ...(await keptDays(sql)),
        has_list: await hasRecommended(sql),
        has_prices: selected !== undefined,
        late: day === null ? [] : await lateSites(sql, day),
        ...answerOf(selected),
        page,
        rows: proven.map(rowOf),
      }
    },
    file: withConfig({ audited: DATA_EXPORT_AUDIT }, async ({ query, request, reply }) => {
      const { date, format, ...filters } = query
      const gone = slots.take(request, reply)
      const day = (await dayOf(date)) ?? ''
      const table = belowTable(sql, day, await desk.selected(day, filters), gone)
      return sendTable(reply, `below_rrp_${day}`, format, table, false)
    }),
    async tyre({ query: { key, date } }) {
      const [day, tyre] = [await dayOf(date), await keys(key)]
      if (day === null || tyre === undefined) return { recommended: null, below: [] }
      const recommended = (await recommendedByTyre(sql, day)).get(tyre) ?? null
      const selected = recommended === null ? undefined : await desk.selected(day, {})
      if (!selected) return { recommended, below: [] }
      const { below } = selected
      const rows = selected.rows.filter((at) => below.tyres[below.position[at] as number]?.id === tyre)
      const proven = await withProof(sql, day, selected, rows.slice(0, MAX_PER_TYRE))
      return { recommended, below: proven.map(({ tyre: _, recommended: __, ...price }) => price) }
    },
  }
}

async function keptDays(sql: ReadSql): Promise<Pick<BelowAnswer, 'first_day' | 'last_day'>> {
  const row = await sql.get<{ first_day: string | null; last_day: string | null }>(
    'SELECT min(day) AS first_day, max(day) AS last_day FROM days',
  )
  return row ?? { first_day: null, last_day: null }
}

/** Returns the watched sites without a list of the day. */
async function lateSites(sql: ReadSql, day: string): Promise<string[]> {
  const rows = await sql.all<{ host: string }>`
    SELECT s.host FROM sites s JOIN snapshots x ON x.site_id = s.id
    WHERE x.day BETWEEN ${watchedSince(day)} AND ${day} GROUP BY s.host HAVING max(x.day) < ${day}
    ORDER BY s.host`
  return rows.map(({ host }) => host)
}

const answerOf = (selected: SelectedBelow | undefined) => ({
  total: selected?.rows.length ?? 0,
  tyres: selected?.tyres ?? 0,
  sites: selected?.sites ?? [],
  brands: selected?.brands ?? [],
  cities: selected?.cities ?? [],
  pages: Math.ceil((selected?.rows.length ?? 0) / BELOW_PAGE_SIZE),
})

const rowOf = ({ tyre: { specs }, ...price }: ProvenPrice): BelowRow => ({
  tyre: tyreKey(specs),
  article: specs.article,
  brand: specs.brand,
  name: specs.name,
  ...price,
})

const column = (
  label: string,
  kind: SheetColumnKind,
  cell: (row: ProvenPrice) => Cell,
): SheetColumn<ProvenPrice> => ({ group: '', label, kind, cell })

const TIME = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  dateStyle: 'short',
  timeStyle: 'short',
})

const kopecks = (roubles: number): number => Math.round(roubles * 100) / 100

const columnsOf = (day: string): SheetColumn<ProvenPrice>[] => [
  column('Дата', 'date', () => day),
  column('Артикул', 'text', ({ tyre }) => tyre.specs.article || null),
  column('Бренд', 'text', ({ tyre }) => tyre.specs.brand || null),
  column('Шина', 'text', ({ tyre }) => tyre.specs.name || null),
  column('Сайт', 'text', ({ site }) => site),
  column('Наш сайт', 'text', ({ own }) => (own ? 'да' : null)),
  column('Город', 'text', ({ city }) => city || null),
  column('РРЦ', 'price', ({ recommended }) => recommended),
  column('Цена', 'price', ({ price }) => price),
  // Signed as on the page: below is negative.
  column('Отличие от РРЦ, ₽', 'price', ({ recommended, price }) => kopecks(price - recommended)),
  column('Отличие от РРЦ, %', 'percent', ({ percent }) => -percent),
  column('Ниже с', 'date', ({ since }) => since),
  column('Или раньше', 'text', ({ earlier }) => (earlier ? 'да' : null)),
  column('Цена загружена (Москва)', 'text', ({ imported_at: at }) =>
    at === null ? null : TIME.format(new Date(at)),
  ),
  column('Источник', 'text', ({ source }) => source || null),
  column('Страница', 'text', ({ page }) => page || null),
]

/** Number of prices that are read at a time. */
const CHUNK = 200

/** Returns the table of all selected prices with their proof (specification 26.9). @param gone aborts the work */
function belowTable(
  sql: ReadSql,
  day: string,
  selected: SelectedBelow | undefined,
  gone: AbortSignal,
): FileTable<ProvenPrice> {
  async function* chunks(): AsyncGenerator<ProvenPrice[]> {
    const rows = selected?.rows ?? new Uint32Array()
    for (let at = 0; selected && at < rows.length; at += CHUNK) {
      gone.throwIfAborted()
      yield await withProof(sql, day, selected, rows.subarray(at, at + CHUNK))
    }
  }
  return { columns: columnsOf(day), chunks: chunks() }
}
