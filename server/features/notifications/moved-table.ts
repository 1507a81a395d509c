import type { Cell } from '../../../contract/reports/report-row.ts'
import type { SheetColumn, SheetColumnKind } from '../../../contract/spreadsheet/sheet-columns.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { FileTable } from '../../prices/export/file-table.ts'
import type { Offer, TyreSpecs } from '../../prices/offer.ts'
import { comparedPrices, percentOf } from '../../prices/price-change.ts'
import { decodeOffers } from '../../prices/stored-offers.ts'
import { allTyres } from '../../prices/tyre-catalog.ts'
import { OTHER_TYPES } from './delivery/message.ts'
import type { NotificationSource } from './notifications.ts'

/** Changed price of a tyre in one warehouse. */
export interface MovedPrice {
  day: string
  specs: TyreSpecs
  city: string
  warehouse: string
  before: number
  after: number
  percent: number
  stock: number | null
}

const column = (
  label: string,
  kind: SheetColumnKind,
  cell: (row: MovedPrice) => Cell,
): SheetColumn<MovedPrice> => ({
  group: '',
  label,
  kind,
  cell,
})

const COLUMNS = [
  column('Дата', 'date', (row) => row.day),
  column('Артикул производителя', 'text', (row) => row.specs.article || null),
  column('Бренд', 'text', (row) => row.specs.brand || null),
  column('Название', 'text', (row) => row.specs.name || null),
  column('Город', 'text', (row) => row.city || null),
  column('Склад', 'text', (row) => row.warehouse || null),
  column('Было', 'price', (row) => row.before),
  column('Стало', 'price', (row) => row.after),
  column('Изменение, %', 'percent', (row) => row.percent),
  column('Остаток', 'stock', (row) => row.stock),
]

/** Builds the downloadable table of a notification's price changes, largest first. */
export async function movedTable(sql: Sql, source: NotificationSource): Promise<FileTable<MovedPrice>> {
  const { day, site_id: siteId, compared_with: previous, threshold } = source
  const before = await offersOf(sql, previous, siteId)
  const after = await offersOf(sql, day, siteId)
  const covers = await coveredTypes(sql, source)
  const rows: MovedPrice[] = []
  for (const { id, specs } of await allTyres(sql)) {
    const offers = covers(specs.vehicleType) ? after.get(id) : undefined
    for (const offer of offers ?? []) {
      const was = before.get(id)?.find((o) => o.city === offer.city && o.warehouse === offer.warehouse)
      const prices = was && comparedPrices(was, offer)
      if (!prices) continue
      const percent = percentOf(prices)
      if (Math.abs(percent) < threshold) continue
      const { city, warehouse, stock } = offer
      rows.push({ day, specs, city, warehouse, stock, percent, ...prices })
    }
  }
  rows.sort((a, b) => Math.abs(b.percent) - Math.abs(a.percent))
  return { columns: COLUMNS, chunks: [rows] }
}

async function coveredTypes(sql: Sql, source: NotificationSource): Promise<(type: string) => boolean> {
  if (source.vehicle_type !== OTHER_TYPES) return (type) => type === source.vehicle_type
  const rows = await sql.all<{ vehicle_type: string }>`
    SELECT vehicle_type FROM notifications
    WHERE user_id = ${source.user_id} AND site_id = ${source.site_id} AND day = ${source.day}
    AND vehicle_type <> ${OTHER_TYPES}`
  const own = new Set(rows.map((row) => row.vehicle_type))
  return (type) => !own.has(type)
}

async function offersOf(sql: Sql, day: string, siteId: number): Promise<Map<number, Offer[]>> {
  const rows = await sql.all<{ tyre_id: number; offers: string }>`
    SELECT tyre_id, offers FROM site_offers WHERE day = ${day} AND site_id = ${siteId}`
  return new Map(rows.map((row) => [row.tyre_id, decodeOffers(row.offers)]))
}
