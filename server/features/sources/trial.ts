import type { Numbered, SampleTyre } from '../../../contract/sources/sample.ts'
import type { Trial } from '../../../contract/sources/trial.ts'
import { ImportError } from '../../import/errors.ts'
import type { ImportLimits } from '../../import/limits.ts'
import type { Mapping } from '../../import/mapping.ts'
import { numberedBy } from '../../import/readers/detect-format.ts'
import { openPriceFile } from '../../import/readers/open.ts'
import { readOptions } from '../../import/readers/read.ts'
import type { Reject } from '../../import/rejects-file.ts'
import { sampleIds, sampleOffer } from '../../import/sample.ts'
import type { Db } from '../../platform/db/db.ts'
import type { PriceMove } from '../../prices/price-change.ts'
import type { Comparison } from './compare.ts'
import { heldReasons } from './held.ts'
import { readList } from './read-list.ts'
import { mayBeEmptyAt } from './store.ts'

type RejectReason = Trial['reasons'][number]

export interface TrialRequest {
  path: string
  /** name of the file as it was uploaded */
  called: string
  mapping: Mapping
  site: string
  day: string
  maxBad: number
}

const FIRST = 100
const EXAMPLES = 3
const EXAMPLE_CHARS = 500

/** Reads a price list like an import, without writing anything. */
export async function tryList(db: Db, request: TrialRequest, limits: ImportLimits): Promise<Trial> {
  const { maxBad, site } = request
  const first: SampleTyre[] = []
  const reasons = new Map<string, RejectReason>()
  let numbered: Numbered = 'lines'
  try {
    numbered = await numberedIn(request, limits)
    const { summary, comparison, emptied, account } = await readList(db, {
      ...request,
      limits,
      mayBeEmpty: await mayBeEmptyAt(db, site),
      answered: [],
      rejects: {
        add(reject) {
          addReject(reasons, reject)
          // An implausible price is detected only after the whole file has been read.
          const shown = first.find(({ line }) => line === reject.line)
          if (shown) shown.problem = reject.reason
        },
        close: () => null,
      },
      onTyre: (line, specs, offers, ids) => {
        if (first.length < FIRST)
          first.push({ line, specs, ...sampleIds(ids), offers: offers.map(sampleOffer), problem: null })
      },
    })
    const { records, tyres, offers, bad, skipped, others, remarks, filled } = summary
    const known = comparison ? emptied : []
    return {
      error: null,
      records,
      tyres,
      offers,
      bad,
      skipped,
      others,
      reasons: sorted(reasons),
      remarks,
      filled,
      first,
      compared: comparison && wireOf(comparison),
      held: heldReasons({ records, bad, offers, comparison, emptied: known }, maxBad),
      numbered,
      account,
    }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return { ...NOTHING, error: error.message, reasons: sorted(reasons), numbered }
  }
}

const NOTHING: Trial = {
  error: null,
  records: 0,
  tyres: 0,
  offers: 0,
  bad: 0,
  skipped: 0,
  others: { count: 0, examples: [] },
  reasons: [],
  remarks: [],
  filled: [],
  first: [],
  compared: null,
  held: [],
  numbered: 'lines',
}

/** @throws ImportError */
async function numberedIn({ path, mapping }: TrialRequest, limits: ImportLimits): Promise<Numbered> {
  const file = await openPriceFile(path, limits, mapping.records?.file)
  try {
    return numberedBy(readOptions(mapping, file).format)
  } finally {
    await file.close()
  }
}

function addReject(reasons: Map<string, RejectReason>, { line, reason, record }: Reject): void {
  const known = reasons.get(reason) ?? { reason, count: 0, examples: [] }
  reasons.set(reason, known)
  known.count++
  if (known.examples.length >= EXAMPLES) return
  const text = typeof record === 'string' ? record : JSON.stringify(record)
  known.examples.push({ line, record: text.slice(0, EXAMPLE_CHARS) })
}

const sorted = (reasons: ReadonlyMap<string, RejectReason>): RejectReason[] =>
  [...reasons.values()].sort((a, b) => b.count - a.count)

function wireOf(comparison: Comparison): Trial['compared'] {
  const moves = Object.values(comparison.medianMoves)
  const largest = moves.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a), 0)
  return {
    day: comparison.day,
    tyres: comparison.tyres,
    offers: comparison.offers,
    new_tyres: comparison.newTyres,
    gone_tyres: comparison.goneTyres,
    changed: comparison.changed,
    median_move: Math.round(largest * 10) / 10,
    beyond: comparison.beyond.map(moveOf),
    beyond_count: comparison.beyondCount,
  }
}

function moveOf({ specs, city, priceType, before, after, percent }: PriceMove) {
  return { article: specs.article, name: specs.name, city, price_type: priceType, before, after, percent }
}
