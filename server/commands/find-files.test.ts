// Specification 10.12

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../tests/support/processes.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { dayInName, findFiles } from './find-files.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const file = (name: string) => join(folder.path, name)

describe('findFiles', () => {
  it('finds files by a pattern, in order', async () => {
    for (const name of ['b-2.csv', 'b-1.csv', 'c.csv']) writeFileSync(file(name), '')
    expect(await findFiles(file('b-*.csv'))).toEqual([file('b-1.csv'), file('b-2.csv')])
  })

  it('returns the path itself if it has no pattern, or if the file exists', async () => {
    expect(await findFiles('missing.csv')).toEqual(['missing.csv'])
    writeFileSync(file('a[1].csv'), '')
    expect(await findFiles(file('a[1].csv'))).toEqual([file('a[1].csv')])
  })

  it('fails if no file matches the pattern', async () => {
    await expect(findFiles(file('*.xml'))).rejects.toThrow(OperatorError)
  })
})

describe('dayInName', () => {
  it.each([
    ['prices-2026-04-18.csv', '2026-04-18'],
    ['/data/2020-01-01/prices_20260418.xml.gz', '2026-04-18'],
    ['прайс 18.04.2026.xlsx', '2026-04-18'],
    ['4tochki_api_2026-04-17.xml.gz', '2026-04-17'],
    ['№20269918 от 01-02-2026.xls', '2026-02-01'],
  ])('finds the day of %s: %s', (path, day) => {
    expect(dayInName(path)).toBe(day)
  })

  it.each(['prices.csv', '2026-02-30.csv', '120260418.csv', '2026-04-18/prices.csv'])(
    'finds no day in %s',
    (path) => {
      expect(() => dayInName(path)).toThrow(OperatorError)
    },
  )
})
