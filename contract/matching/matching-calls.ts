import { Type } from 'typebox'
import { declareCalls } from '../lib/call.ts'
import { closed } from '../lib/schemas.ts'
import { BatchAnswer, LineDecisionBody, ModelLinesAnswer, QueueAnswer } from './match-queue.ts'
import { CoverageAnswer, DecisionAnswer, PairDecisionBody } from './matching.ts'
import { MatchingFileQuery, PairsImportAnswer } from './pairs-file.ts'

const MAX_PAIRS = 50
/** Number of pairs that a client may have put off, as 'listing:tyre'. */
const MAX_SKIPPED = 200
/** A fast worker decides a pair every two seconds. */
const DECISIONS_PER_MINUTE = 240
/** Maximum size of an imported file in bytes: 20,000 pairs of some 400. */
const FILE_BYTES = 8 * 1024 * 1024

const QueueQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: MAX_PAIRS, default: 20 }),
    skip: Type.Optional(
      Type.String({ maxLength: MAX_SKIPPED * 22, pattern: '^(?:[0-9]{1,10}:[0-9]{1,10},?)*$' }),
    ),
  },
  closed,
)

/** Calls about uncertain pairs, decisions about them, and their files (specification 21.3 to 21.5 and 21.9). */
export const MATCHING_CALLS = declareCalls(
  '/api/companion/matching',
  { by: 'analyst', perMinute: 120, storable: true },
  {
    queue: { get: '/queue', summary: 'Пары на проверку', query: QueueQuery, answer: QueueAnswer },
    decide: {
      post: '/decisions',
      perMinute: DECISIONS_PER_MINUTE,
      summary: 'Та же шина или другая',
      body: PairDecisionBody,
      answer: DecisionAnswer,
    },
    undo: {
      post: '/decisions/:id/undo',
      perMinute: DECISIONS_PER_MINUTE,
      summary: 'Отменить решение',
      answer: DecisionAnswer,
    },
    lines: { get: '/lines', summary: 'Модели, которые могут быть одной', answer: ModelLinesAnswer },
    decideLine: {
      post: '/lines',
      perMinute: 60,
      summary: 'Решить обо всех размерах модели',
      body: LineDecisionBody,
      answer: BatchAnswer,
    },
    undoBatch: {
      post: '/batches/:batch/undo',
      perMinute: 60,
      summary: 'Отменить решения, принятые вместе',
      params: { batch: Type.String({ pattern: '^[0-9a-f]{32}$' }) },
      answer: BatchAnswer,
    },
    coverage: { get: '/coverage', summary: 'Сколько сопоставлено по сайтам', answer: CoverageAnswer },
    file: {
      get: '/file',
      perMinute: 20,
      file: true,
      summary: 'Пары или несопоставленные предложения: файл',
      query: MatchingFileQuery,
    },
    importPairs: {
      post: '/file',
      perMinute: 20,
      upload: true,
      maxBytes: FILE_BYTES,
      summary: 'Загрузить пары: наш артикул, сайт, код или название у сайта, та же или другая',
      answer: PairsImportAnswer,
    },
  },
)
