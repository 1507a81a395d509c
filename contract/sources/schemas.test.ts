// Specification 12.9

import type { TSchema } from 'typebox'
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
import { readAnswer } from '../lib/answer.ts'
import { Guess } from './guess.ts'
import { Sample } from './sample.ts'
import { SourceHistory, SourcesAnswer } from './source.ts'
import { Trial } from './trial.ts'

const read = <Schema extends TSchema>(schema: Schema, answer: unknown) =>
  readAnswer(schema, JSON.stringify(answer))
const history = (over: object = {}) => ({
  source: sourceAnswer('a', 'shop.ru'),
  runs: [runAnswer(2, { log: [{ at: '2026-04-18T01:00:00Z', text: 'Скачивание' }], has_rejects: true })],
  days: [{ day: '2026-04-18', tyres: 1, offers: 2 }],
  ...over,
})

describe('answers about sources', () => {
  it.each<[string, TSchema, object]>([
    [
      'sources',
      SourcesAnswer,
      { sources: [sourceAnswer('a', 'shop.ru'), sourceAnswer('b', 'b.ru', { last_run: null })] },
    ],
    ['a source with its runs', SourceHistory, history()],
    ['a guess', Guess, guessAnswer()],
    ['a sample', Sample, sampleAnswer({ remarks: REMARKS })],
    ['a trial', Trial, trialAnswer()],
    ['a trial without a day to compare with', Trial, trialAnswer({ compared: null })],
  ])('are returned unchanged: %s', (_, schema, answer) => {
    expect(read(schema, answer)).toEqual(answer)
  })

  it('accept unknown words of a newer server', () => {
    const odd = sourceAnswer('a', 'shop.ru', {
      light: 'purple',
      last_run: runAnswer(1, { state: 'thinking', trigger: 'moon' }),
    })
    expect(read(SourcesAnswer, { sources: [odd] }).sources[0]).toMatchObject({
      light: 'new',
      last_run: { state: 'failed', trigger: 'hand' },
    })
  })

  it.each<[string, TSchema, object]>([
    ['a light that is no word', SourcesAnswer, { sources: [sourceAnswer('a', 'shop.ru', { light: 1 })] }],
    ['no list of runs', SourceHistory, history({ runs: undefined })],
    ['a day that is no object', SourceHistory, history({ days: ['odd'] })],
    ['a column without its meaning', Guess, guessAnswer({ columns: [{ name: 'Код', examples: [] }] })],
    [
      'a price in words',
      Sample,
      sampleAnswer({ tyres: [{ line: 1, specs: {}, offers: [], problem: null }] }),
    ],
    ['a count in words', Trial, trialAnswer({ tyres: '990' })],
  ])('are rejected with %s', (_, schema, answer) => {
    expect(() => read(schema, answer)).toThrow(ReadError)
  })
})
