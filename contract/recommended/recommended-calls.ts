import { declareCalls } from '../lib/call.ts'
import {
  RECOMMENDED_FILE_BYTES,
  RecommendedAcceptance,
  RecommendedLists,
  RecommendedPreview,
  RecommendedRestore,
  RecommendedUpload,
} from './recommended.ts'

/** Calls about the list of recommended prices; each file occupies a thread (specification 26.4 and 26.5). */
export const RECOMMENDED_CALLS = declareCalls(
  '/api/companion/recommended',
  { by: 'analyst', perMinute: 20 },
  {
    lists: {
      get: '',
      by: 'user',
      perMinute: 120,
      summary: 'Списки РРЦ, новые сначала',
      answer: RecommendedLists,
    },
    restore: {
      post: '/restore',
      summary: 'Вернуть прежний список РРЦ или убрать список',
      body: RecommendedRestore,
    },
    preview: {
      post: '/preview',
      upload: true,
      maxBytes: RECOMMENDED_FILE_BYTES,
      summary: 'Прочитать файл РРЦ и показать, что изменится',
      query: RecommendedUpload,
      answer: RecommendedPreview,
    },
    accept: {
      post: '/accept',
      upload: true,
      maxBytes: RECOMMENDED_FILE_BYTES,
      summary: 'Принять файл РРЦ: заменить цены его брендов или весь список',
      query: RecommendedAcceptance,
    },
  },
)
