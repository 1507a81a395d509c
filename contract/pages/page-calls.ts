import { Type } from 'typebox'
import { declareCalls } from '../lib/call.ts'
import { closed, oneOf, Text } from '../lib/schemas.ts'
import { ShopJob, ShopLookInput, ShopSampleInput } from './shop-job.ts'
import {
  PAGE_STATES,
  PageReadingAnswer,
  PageReadingInput,
  PagesFileAnswer,
  TrackAnswer,
  TrackedPagesAnswer,
  TrackInput,
} from './tracked-page.ts'

/** Maximum size of an imported file in bytes: 20,000 lines of some 400. */
const FILE_BYTES = 8 * 1024 * 1024

const ListQuery = Type.Object(
  {
    /** tyre, as tyreKey returns it */
    tyre: Type.Optional(Text(400)),
    site: Type.Optional(Text(300)),
    state: Type.Optional(oneOf(...PAGE_STATES)),
    from: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  },
  closed,
)

/** Calls about tracked pages of shops (specification 23.7). */
export const PAGE_CALLS = declareCalls(
  '/api/companion',
  { by: 'user', perMinute: 20 },
  {
    list: {
      get: '/pages',
      perMinute: 240,
      summary: 'Страницы магазинов, за которыми следят',
      query: ListQuery,
      answer: TrackedPagesAnswer,
    },
    read: {
      post: '/page-readings',
      summary: 'Прочитать страницу: какие цены на ней видны',
      body: PageReadingInput,
      answer: PageReadingAnswer,
    },
    track: {
      post: '/pages',
      perMinute: 60,
      summary: 'Следить за прочитанной страницей',
      body: TrackInput,
      answer: TrackAnswer,
    },
    remove: {
      post: '/pages/:id/remove',
      perMinute: 120,
      summary: 'Больше не следить за страницей; её цены остаются',
    },
    file: {
      get: '/pages/file',
      by: 'analyst',
      file: true,
      summary: 'Страницы магазинов: файл',
      query: Type.Object({ format: oneOf('xlsx', 'csv') }),
    },
    importFile: {
      post: '/pages/file',
      by: 'analyst',
      upload: true,
      maxBytes: FILE_BYTES,
      summary: 'Следить за страницами из файла: наш артикул, адрес, город',
      query: Type.Object({ zone: Text(100) }),
      answer: PagesFileAnswer,
    },
  },
)

/** Calls that look at a shop and read a sample of it (specification 23.10). */
export const SHOP_CALLS = declareCalls(
  '/api/companion',
  { by: 'admin' },
  {
    look: {
      post: '/shop-looks',
      perMinute: 10,
      summary: 'Осмотреть магазин: на каких страницах шины',
      body: ShopLookInput,
      answer: ShopJob,
    },
    sample: {
      post: '/shop-samples',
      perMinute: 10,
      maxBytes: 1024 * 1024,
      summary: 'Прочитать 20 страниц магазина как прайс-лист',
      body: ShopSampleInput,
      answer: ShopJob,
    },
    job: {
      get: '/shop-jobs/:id',
      summary: 'Как идёт чтение магазина',
      params: { id: Text(64) },
      answer: ShopJob,
    },
  },
)
