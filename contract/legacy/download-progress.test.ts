import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDownloadProgress } from './download-progress.ts'
import { ReadError } from './lenient-json.ts'

describe('how many rows of a file are written (specification 5.8)', () => {
  it('is read', () => {
    expect(parseDownloadProgress('{"rows":8000,"total":20000,"more":1}')).toEqual({
      rows: 8000,
      total: 20_000,
    })
  })

  it('is nothing but two counts, whatever answers', () => {
    const bodies = fc.oneof(
      fc.string(),
      fc.json(),
      fc.record({ rows: fc.jsonValue(), total: fc.jsonValue() }).map((value) => JSON.stringify(value)),
    )
    fc.assert(
      fc.property(bodies, (body) => {
        try {
          const { rows, total } = parseDownloadProgress(body)
          expect(rows >= 0 && rows <= total).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(ReadError)
        }
      }),
    )
  })
})
