import { expect, it } from 'vitest'
import { acceptsGzip } from './accepts-gzip.ts'

it.each([
  ['gzip', true],
  ['gzip, deflate, br, zstd', true],
  ['br;q=1.0, GZIP ; q=0.5', true],
  ['*', true],
  ['gzip;q=1', true],
  [undefined, false],
  ['', false],
  ['identity', false],
  ['br', false],
  ['gzip;q=0', false],
  ['gzip; q=0.000', false],
  ['gzip;q=0, *', false],
  ['*;q=0', false],
  ['x-gzip-like', false],
])('%s', (accepted, accepts) => {
  expect(acceptsGzip(accepted)).toBe(accepts)
})
