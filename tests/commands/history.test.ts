import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../server/platform/db/open.ts'
import { runCommand, runImport } from '../support/commands.ts'
import { storedHistory } from '../support/history.ts'
import { temporaryFolder } from '../support/processes.ts'

const PRICES = `article,brand,name,city,warehouse,retail,opt,stock
TS-100,Arktika,Шина,Томск,,5000,4000,3
X2,Arktika,Шина 2,Томск,,6000,4500,
`
const EVENTS = `date,supplier,article,wholesale,retail
2026-03-02,shop,TS100,3900,
2026-03-01,shop,ts 100,,4800
2026-03-01,shop,X2,4400,5900
2026-03-03,shop,X2,,
2026-03-05,shop,TS-100,1100,1200
2026-03-01,shop,NONE,4400,5900
2026-03-01,elsewhere,X2,4400,5900
`

/** Two days of prices, imported once and copied for each test. */
let imported: ReturnType<typeof temporaryFolder>
let folder: ReturnType<typeof temporaryFolder>
beforeAll(async () => {
  imported = temporaryFolder()
  const prices = join(imported.path, 'prices.csv')
  writeFileSync(prices, PRICES)
  for (const date of ['2026-03-04', '2026-03-05']) {
    const args = ['--site', 'shop.ru', '--date', date, prices]
    expect((await runImport(args, { DATA_DIR: join(imported.path, 'data') })).code).toBe(0)
  }
})
afterAll(() => imported.remove())
beforeEach(() => {
  folder = temporaryFolder()
  cpSync(imported.path, folder.path, { recursive: true })
})
afterEach(() => folder.remove())

const file = (name: string) => join(folder.path, name)
const env = () => ({ DATA_DIR: file('data') })
const command = (...args: string[]) => runCommand('history', args, env())
const importEvents = (text: string, ...more: string[]) => {
  writeFileSync(file('events.csv'), text)
  return command('import', '--rejects', file('rejects'), file('events.csv'), ...more)
}

async function stored(site = 'shop.ru') {
  const db = await openDatabase({ dataDir: file('data'), databaseUrl: undefined })
  try {
    return await storedHistory(db, site)
  } finally {
    await db.close()
  }
}

const BEGINS = {
  days: ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'],
  changes: [
    '2026-03-01 TS-100 Не указан : {"retail":4800,"wholesale":null,"cost":null,"inStock":null}',
    '2026-03-01 X2 Не указан : {"retail":5900,"wholesale":4400,"cost":null,"inStock":null}',
    '2026-03-02 TS-100 Не указан : {"retail":null,"wholesale":3900,"cost":null,"inStock":null}',
    '2026-03-03 X2 Не указан : null',
    '2026-03-04 TS-100 Не указан : null',
    '2026-03-04 TS-100 Томск : {"retail":5000,"wholesale":4000,"cost":null,"inStock":true}',
    '2026-03-04 X2 Томск : {"retail":6000,"wholesale":4500,"cost":null,"inStock":null}',
  ],
}

describe('npm run history -- import (specification 14.5)', () => {
  it('adds an external history before the first imported day, with the same result when repeated', async () => {
    const first = await importEvents(EVENTS)
    expect(first.stderr).toBe('')
    expect(first.code).toBe(0)
    expect(first.stdout).toContain(
      'shop.ru: дней 3 с 2026-03-01 по 2026-03-03, шин 2, изменений 4; строк не раньше 2026-03-04 пропущено 1',
    )
    expect(first.stdout).toContain('elsewhere: у сайта нет загруженных цен, строк пропущено 1')
    expect(first.stdout).toContain('Неизвестных артикулов: 1, их строки пропущены')
    expect(await stored()).toEqual(BEGINS)
    expect((await importEvents(EVENTS)).stdout).toBe(first.stdout)
    expect(await stored()).toEqual(BEGINS)
  })

  it('leaves the days after the list without data', async () => {
    const told = await importEvents(
      'date,supplier,article,retail\n2026-03-01,shop,X2,5900\n2026-03-02,shop,NONE,1100\n',
    )
    expect(told.stdout).toContain('shop.ru: дней 2 с 2026-03-01 по 2026-03-02, шин 1, изменений 1')
    const { days, changes } = await stored()
    expect(days).toEqual(['2026-03-01', '2026-03-02', '2026-03-04', '2026-03-05'])
    expect(changes).toContain('2026-03-04 X2 Не указан : null')
  })

  it('ends at the first imported day, even if this day is imported after the list', async () => {
    await importEvents(EVENTS)
    const own = ['--site', 'shop.ru', '--date', '2026-03-02', file('prices.csv')]
    expect((await runImport(own, env())).code).toBe(0)
    const ends = {
      days: ['2026-03-01', '2026-03-02', '2026-03-04', '2026-03-05'],
      changes: [
        ...BEGINS.changes.slice(0, 2),
        '2026-03-02 TS-100 Не указан : null',
        '2026-03-02 TS-100 Томск : {"retail":5000,"wholesale":4000,"cost":null,"inStock":true}',
        '2026-03-02 X2 Не указан : null',
        '2026-03-02 X2 Томск : {"retail":6000,"wholesale":4500,"cost":null,"inStock":null}',
      ],
    }
    expect(await stored()).toEqual(ends)
    expect((await importEvents(EVENTS)).stdout).toContain('shop.ru: дней 1 с 2026-03-01 по 2026-03-01')
    expect(await stored()).toEqual(ends)
  })

  it('replaces the history of an earlier list, from a gzip file with a city and another name of the site', async () => {
    await importEvents(EVENTS)
    const text = 'Дата;Артикул;Опт;Поставщик\n2026-03-03;X2;"4 300,50";Опт Центр\n'
    writeFileSync(file('events.csv.gz'), gzipSync(text))
    const args = ['--site', 'опт центр=shop.ru', '--city', 'Омск', file('events.csv.gz')]
    expect(await command('import', ...args)).toMatchObject({ code: 0, stderr: '' })
    expect(await stored()).toEqual({
      days: ['2026-03-03', '2026-03-04', '2026-03-05'],
      changes: [
        '2026-03-03 X2 Омск : {"retail":null,"wholesale":4300.5,"cost":null,"inStock":null}',
        ...BEGINS.changes.slice(5, 6),
        '2026-03-04 X2 Омск : null',
        ...BEGINS.changes.slice(6),
      ],
    })
  })

  it.each([
    ['late lines', '2026-03-04,shop,X2,1100,1200', 'строк не раньше 2026-03-04 пропущено 1'],
    ['unknown articles', '2026-02-01,shop,NONE,1100,1200', 'Неизвестных артикулов: 1'],
  ])('leaves a site alone of which a list has nothing but %s', async (_, line, told) => {
    await importEvents(EVENTS)
    const other = ['--site', 'other.ru', '--date', '2026-03-04', file('prices.csv')]
    expect((await runImport(other, env())).code).toBe(0)
    const list = `date,supplier,article,wholesale,retail\n${line}\n2026-03-02,other,X2,1100,1200\n`
    const imported = await importEvents(list)
    expect(imported).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(told) })
    expect(imported.stdout).toContain(
      'shop.ru: без изменений: строк об известных шинах раньше первого загруженного дня',
    )
    expect(imported.stdout).toContain('other.ru: дней 1 с 2026-03-02 по 2026-03-02, шин 1')
    expect(await stored()).toEqual(BEGINS)
    expect((await stored('other.ru')).days).toEqual(['2026-03-02', '2026-03-04'])
  })

  it('rejects invalid lines with their number and reason', async () => {
    const bad =
      '2026-02-30,shop,X2,1100,1200\n1026-03-01,shop,X2,1100,1200\n2999-01-01,shop,X2,1100,1200\n2026-03-01,shop,,1100,1200\n2026-03-01,shop,X2,-1,1200\n2026-03-01,shop,X2,1100,1200,3,4\n'
    const refused = await importEvents(EVENTS + bad)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('Плохих записей')
    expect((await stored()).days).toEqual(['2026-03-04', '2026-03-05'])
    expect(await importEvents(EVENTS + bad, '--max-bad', '50')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Отклонено строк: 6, причины в '),
    })
    expect(await stored()).toEqual(BEGINS)
    const rejects = readFileSync(file('rejects/history.rejects.jsonl'), 'utf8').trim().split('\n')
    expect(rejects.map((line) => JSON.parse(line))).toMatchObject([
      { line: 9, reason: 'дата: не ГГГГ-ММ-ДД', record: { date: '2026-02-30', article: 'X2' } },
      { line: 10, reason: 'дата: раньше 2000-01-01' },
      { line: 11, reason: 'дата: ещё не наступила' },
      { line: 12, reason: 'нет артикула' },
      { line: 13, reason: 'оптовая цена: отрицательная' },
      { line: 14, reason: 'полей больше, чем колонок' },
    ])
    expect((await importEvents(EVENTS)).code).toBe(0)
    expect(existsSync(file('rejects/history.rejects.jsonl'))).toBe(false)
  })

  it.each([
    ['no day', 'article,retail\nX2,1100\n', 'В файле нет колонки date'],
    ['no price', 'date,article\n2026-03-01,X2\n', 'В файле нет колонок wholesale и retail'],
    ['nothing', 'date,article,retail\n', 'В файле не нашлось ни одной записи'],
    [
      'a site without prices',
      'date,article,retail,site\n2026-03-01,X2,1100,b.ru\n',
      'b.ru: у сайта нет загруженных цен',
    ],
    [
      'days of imports alone',
      'date,article,retail,site\n2026-03-04,X2,1100,shop.ru\n',
      'раньше первого загруженного дня',
    ],
  ])('changes nothing for a list with %s', async (_, text, message) => {
    const refused = await importEvents(text)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(message) })
    expect((await stored()).days).toEqual(['2026-03-04', '2026-03-05'])
  })

  it('explains itself', async () => {
    expect((await command('--help')).stdout).toContain('npm run history -- import')
    expect((await command()).stderr).toContain('Укажите, что сделать')
    expect((await command('import')).stderr).toContain('Не указан файл')
    expect((await command('import', 'no.csv')).stderr).toContain('Файл не найден: no.csv')
    expect((await command('import', '--city')).stderr).toContain('Неверный параметр --city')
  })
})
