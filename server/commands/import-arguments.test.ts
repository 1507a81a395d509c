// Specification 10.12

import { describe, expect, it } from 'vitest'
import { OperatorError } from '../platform/operator-error.ts'
import { FROM_SOURCE, GUESSED, helpText, readArguments } from './import-arguments.ts'

const NOW = new Date(2026, 3, 18, 1)
const read = (line: string) => readArguments(line.split(' '), NOW)

describe('readArguments', () => {
  it('fills in defaults', () => {
    expect(read('--site example.ru prices.csv')).toEqual({
      kind: 'import',
      files: [
        {
          pattern: 'prices.csv',
          source: null,
          site: 'example.ru',
          date: '2026-04-18',
          map: 'canonical',
          maxBadPercent: 20,
          allowEmpty: [],
          answered: [],
        },
      ],
      rejectsDir: undefined,
      wholeAccount: false,
    })
  })

  it('accepts every option', () => {
    const line =
      '--site WWW.Example.RU --date 2024-02-29 --map brinex --rejects /tmp/r --max-bad 2,5 --allow-empty opt,cost --right sheet:A,rows:repeated --account a.xml.gz'
    expect(read(line)).toEqual({
      kind: 'import',
      files: [
        {
          pattern: 'a.xml.gz',
          source: null,
          site: 'example.ru',
          date: '2024-02-29',
          map: 'brinex',
          maxBadPercent: 2.5,
          allowEmpty: ['opt', 'cost'],
          answered: ['sheet:A', 'rows:repeated'],
        },
      ],
      rejectsDir: '/tmp/r',
      wholeAccount: true,
    })
  })

  it('applies options to the files after them, and trailing options to files without their own', () => {
    const sitesOf = (line: string) => {
      const args = read(line)
      return args.kind === 'import' ? args.files.map(({ pattern, site, map }) => [pattern, site, map]) : []
    }
    expect(sitesOf('--site a.ru a1 a2 --site b.ru --map brinex b')).toEqual([
      ['a1', 'a.ru', 'canonical'],
      ['a2', 'a.ru', 'canonical'],
      ['b', 'b.ru', 'brinex'],
    ])
    expect(sitesOf('a1 --site a.ru a2 --map brinex --site z.ru')).toEqual([
      ['a1', 'z.ru', 'brinex'],
      ['a2', 'a.ru', 'brinex'],
    ])
  })

  it('takes site, mapping and share of bad records from a source unless they are given', () => {
    const ofSource = { source: 'Форточки', site: null, map: FROM_SOURCE, maxBadPercent: null }
    expect(read('--source Форточки a')).toMatchObject({ files: [ofSource] })
    expect(read('--source Форточки --map brinex --max-bad 3 a --site b.ru b')).toMatchObject({
      files: [
        { ...ofSource, map: 'brinex', maxBadPercent: 3 },
        { source: null, site: 'b.ru', map: 'brinex' },
      ],
    })
  })

  it('guesses the mapping with --guess', () => {
    expect(read('--site a.ru --guess a --map brinex b')).toMatchObject({
      files: [{ map: GUESSED }, { map: 'brinex' }],
    })
  })

  it('takes the date from the file name with --date name', () => {
    expect(read('--site a.ru --date name a-2026-04-17.csv')).toMatchObject({ files: [{ date: 'name' }] })
  })

  it('accepts tomorrow, which another time zone may have already, and any day for a removal', () => {
    expect(read('--site a.ru --date 2026-04-19 a')).toMatchObject({ files: [{ date: '2026-04-19' }] })
    expect(read('--remove --site a.ru --date 2026-04-20')).toMatchObject({ date: '2026-04-20' })
  })

  it.each(['шины.рф', 'a-b.example.com', 'https://www.example.ru/catalog'])(
    'accepts %j as a site',
    (site) => {
      expect(readArguments(['--site', site, 'a'], NOW)).toMatchObject({ kind: 'import' })
    },
  )

  it.each([
    ['--site example.ru', 'Не указан файл'],
    ['a.csv', 'Не указан сайт'],
    ['a.csv --site example.ru b.csv', 'Не указан сайт'],
    ['--site localhost a', '«localhost» — не имя сайта'],
    ['--site ../../etc a', 'не имя сайта'],
    ['--site -a.ru a', '--site'],
    ['--site a..ru a', 'не имя сайта'],
    ['--site a.ru --date 2026-02-30 a', 'Дата «2026-02-30» неверна'],
    ['--site a.ru --date 18.04.2026 a', 'неверна'],
    ['--site a.ru --date 2026-04-20 a', 'Дата «2026-04-20» ещё не наступила'],
    ['--site a.ru --date 9999-12-31 a', 'ещё не наступила'],
    ['--site a.ru --max-bad 101 a', '--max-bad «101»'],
    ['--site a.ru --max-bad x a', '--max-bad «x»'],
    ['--site a.ru --colour red a', 'Неверный параметр --colour'],
    ['a --site', 'Неверный параметр --site'],
    ['--remove --site a.ru', 'Не указан день'],
    ['--remove --site a.ru --date 2026-04-18 a.csv', 'файл не нужен: a.csv'],
  ])('reports what is wrong with %j', (line, message) => {
    expect(() => read(line)).toThrow(message)
    expect(() => read(line)).toThrow(OperatorError)
  })

  it('parses a removal', () => {
    const args = { kind: 'remove', site: 'a.ru', date: '2026-04-18' }
    expect(read('--remove --site www.a.ru --date 2026-04-18')).toEqual(args)
  })

  it('recognises --help', () => {
    expect(read('--help')).toEqual({ kind: 'help' })
    expect(read('-h')).toEqual({ kind: 'help' })
    expect(helpText(['brinex', 'canonical'])).toContain('brinex, canonical')
  })
})
