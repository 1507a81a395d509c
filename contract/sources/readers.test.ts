// Specification 12.9

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  guessAnswer,
  REMARKS,
  runAnswer,
  sampleAnswer,
  sourceAnswer,
  trialAnswer,
} from '../../tests/support/source-answers.ts'
import { ReadError } from '../legacy/lenient-json.ts'
import { readGuess, readKeptFile } from './guess.ts'
import { readSample } from './sample.ts'
import { readRunId, readSourceHistory, readSourceId, readSources, readSourceToken } from './source.ts'
import { readTrial } from './trial.ts'

const READERS = {
  readSources,
  readSourceHistory,
  readSourceId,
  readRunId,
  readSourceToken,
  readKeptFile,
  readGuess,
  readSample,
  readTrial,
}

const KEYS = [
  ...['sources', 'source', 'runs', 'days', 'id', 'site', 'enabled', 'kind', 'mapping', 'last_run', 'log'],
  ...['file', 'token', 'run', 'columns', 'records', 'takenFor', 'field', 'sureness', 'missing', 'tyres'],
  ...[
    'remarks',
    'lines',
    'specs',
    'offers',
    'mistakes',
    'compared',
    'beyond',
    'reasons',
    'examples',
    'held',
    '__proto__',
  ],
]
const answers = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, '', 'x', 0, 1, -1, 1.5, true, '2026-04-18'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value')),
  ),
})).value

describe.each(Object.entries(READERS))('%s', (_, read) => {
  it('reads or rejects any answer', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          answers.map((answer) => JSON.stringify(answer)),
          fc.string(),
        ),
        (body) => {
          try {
            read(body)
          } catch (error) {
            expect(error).toBeInstanceOf(ReadError)
          }
        },
      ),
    )
  })
})

describe('answers about sources', () => {
  it('are read as on the wire', () => {
    const [source] = readSources(
      JSON.stringify({ sources: [sourceAnswer('a', 'shop.ru', { next_run: '2026-04-19T00:00:00Z' })] }),
    )
    expect(source).toMatchObject({
      id: 'a',
      site: 'shop.ru',
      secretNames: [],
      expectedBy: '',
      maxBad: 20,
      hasToken: false,
      light: 'fresh',
      lastDay: '2026-04-18',
      badPercent: 1.25,
      nextRun: '2026-04-19T00:00:00Z',
      lastRun: { id: 1, state: 'imported', bad: 10 },
    })
    const { runs, days } = readSourceHistory(
      JSON.stringify({
        source: sourceAnswer('a', 'shop.ru'),
        runs: [
          runAnswer(2, { log: [{ at: '2026-04-18T01:00:00Z', text: 'Скачивание' }], has_rejects: true }),
        ],
        days: [{ day: '2026-04-18', tyres: 1, offers: 2 }, 'odd'],
      }),
    )
    expect(runs[0]).toMatchObject({ log: [{ text: 'Скачивание' }], hasRejects: true })
    expect(days).toEqual([{ day: '2026-04-18', tyres: 1, offers: 2 }])
  })

  it("survive a newer server's words", () => {
    const odd = sourceAnswer('a', 'shop.ru', {
      light: 'purple',
      last_run: runAnswer(1, { state: 'thinking', trigger: 'moon', log: undefined }),
    })
    expect(readSources(JSON.stringify({ sources: [odd] }))[0]).toMatchObject({
      light: 'new',
      lastRun: { state: 'failed', trigger: 'hand', log: [] },
    })
  })

  it('about files contain guesses, tyres and trials', () => {
    const guess = readGuess(JSON.stringify(guessAnswer()))
    expect(guess.columns[2]?.takenFor).toEqual({ field: 'retail', sureness: 0.52 })
    expect(guess.records[1]).toEqual(['A-2', 'Zorki 195/65 R15', '4100', null])
    const sample = readSample(JSON.stringify(sampleAnswer()))
    expect(sample.tyres.map(({ problem }) => problem)).toEqual([null, 'нет цены'])
    expect(sample.numbered).toBe('lines')
    expect(readSample(JSON.stringify(sampleAnswer({ remarks: REMARKS }))).remarks).toEqual(REMARKS)
    expect(readSample(JSON.stringify(sampleAnswer({ numbered: 'records' }))).numbered).toBe('records')
    expect(readTrial(JSON.stringify(trialAnswer({ numbered: 'records' }))).numbered).toBe('records')
    const trial = readTrial(JSON.stringify(trialAnswer()))
    expect(trial.compared).toMatchObject({
      newTyres: 15,
      medianMove: -1.5,
      beyond: [{ priceType: 'retail' }],
    })
    expect(readTrial(JSON.stringify(trialAnswer({ compared: null }))).compared).toBeNull()
  })
})
