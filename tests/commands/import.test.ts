// Specification 10.12, 10.13, 10.14

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../server/platform/db/open.ts'
import { runCommand, runImport } from '../support/commands.ts'
import { startProgram, temporaryFolder } from '../support/processes.ts'

const DAY = '2026-04-18'
const HEADER = 'article,brand,name,city,warehouse,retail,opt,stock\n'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const file = (name: string) => join(folder.path, name)
const env = () => ({ DATA_DIR: file('data') })
const importFile = (name: string, ...more: string[]) =>
  runImport(['--site', 'a.ru', '--date', DAY, '--rejects', file('rejects'), ...more, file(name)], env())

/** Returns the day's stored wholesale prices by article. */
async function stored(): Promise<Record<string, number>> {
  const db = await openDatabase({ dataDir: file('data'), databaseUrl: undefined })
  try {
    const rows = await db.all<{ article: string; offers: string }>(
      'SELECT t.article, o.offers FROM site_offers o JOIN tyres t ON t.id = o.tyre_id WHERE o.day = ?',
      DAY,
    )
    return Object.fromEntries(rows.map(({ article, offers }) => [article, JSON.parse(offers)[0][3]]))
  } finally {
    await db.close()
  }
}

describe('npm run import', () => {
  it('imports a file, reports the result, and replaces the day when repeated', async () => {
    writeFileSync(
      file('a.csv'),
      `${HEADER}X1,Arktika,Шина,Томск,,5000,4000,3\nX2,Arktika,Шина 2,Томск,,6000,4500,\n`,
    )
    const first = await importFile('a.csv')
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('шин 2, предложений 2') })
    writeFileSync(file('a.csv'), `${HEADER}X1,Arktika,Шина,Томск,,5000,4100,3\n`)
    expect((await importFile('a.csv')).code).toBe(0)
    expect(await stored()).toEqual({ X1: 4100 })
  })

  it('imports and counts only the cheapest of repeated offers, and reports it', async () => {
    const prices = [4100, 4000, 4200].map((price) => `X1,Arktika,Шина,Томск,,5000,${price},3\n`)
    writeFileSync(file('a.csv'), HEADER + prices.join(''))
    const { stdout } = await importFile('a.csv')
    expect(stdout).toContain(
      'шин 1, предложений 1\nПовторов той же шины на том же складе: 2, взята меньшая цена\n',
    )
    expect(await stored()).toEqual({ X1: 4000 })
  })

  it('imports many files in one process, also if some of them cannot be imported', async () => {
    for (const day of ['16', '17', '18']) {
      writeFileSync(file(`a-2026-04-${day}.csv`), `${HEADER}X1,Arktika,Шина,Томск,,5000,40${day},3\n`)
    }
    writeFileSync(file('broken.csv'), 'article\n')
    const args = ['--rejects', file('rejects'), '--date', 'name', '--site', 'a.ru', file('a-*.csv')]
    const all = await runImport([...args, '--site', 'b.ru', '--date', DAY, file('broken.csv')], env())
    expect(all.code).toBe(1)
    expect(all.stderr).toContain('b.ru за 2026-04-18 не загружен: ')
    expect(all.stderr).toContain('Не загружено файлов: 1 из 4')
    for (const day of ['16', '17', '18']) expect(all.stdout).toContain(`a.ru за 2026-04-${day}: шин 1`)
    expect(await stored()).toEqual({ X1: 4018 })
    const twice = await runImport(
      ['--site', 'a.ru', '--date', DAY, file('broken.csv'), file('a-2026-04-16.csv')],
      env(),
    )
    expect(twice.stderr).toContain('Два файла для a.ru за 2026-04-18')
  })

  it('names skipped goods other than tyres, and reports the position of damage in JSON', async () => {
    const rows = [
      'Артикул;Название;Цена',
      'A-01;Bars UZ200 185/65R14 86H;5000',
      'A-02;Диск Пример 6.5x16 ET45;7000',
    ]
    writeFileSync(file('goods.csv'), rows.join('\n'))
    const args = ['--site', 'a.ru', '--date', DAY, '--rejects', file('rejects'), '--guess']
    const imported = await runImport([...args, file('goods.csv')], env())
    expect(imported).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Не шины, пропущено: 1 (Диск Пример 6.5x16 ET45)'),
    })
    writeFileSync(file('inch.json'), '[{"article":"A1","name":"Bars 15"","price":5}]')
    const damaged = await runImport([...args, file('inch.json')], env())
    expect(damaged).toMatchObject({ code: 1, stderr: expect.stringContaining('строка 1, знак 33') })
  })

  it('uses the site and mapping of a source', async () => {
    writeFileSync(
      file('map.json'),
      JSON.stringify({ fields: { article: 'код', city: { value: 'Томск' }, retail: 'цена' } }),
    )
    const add = ['add', '--site', 'shop.ru', '--title', 'Магазин', '--map', file('map.json')]
    const added = await runCommand('sources', add, env())
    expect(added.code).toBe(0)
    writeFileSync(file('a.csv'), 'код;цена\nX9;5000\n')
    const args = ['--rejects', file('rejects'), '--date', DAY, file('a.csv')]
    const imported = await runImport(['--source', 'магазин', ...args], env())
    expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining(`shop.ru за ${DAY}: шин 1`) })
    const unknown = await runImport(['--source', 'нет такого', ...args], env())
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('Источника «нет такого» нет') })
  })

  it('writes rejected records with line and reason, and leaves the day unchanged if there are too many', async () => {
    writeFileSync(file('a.csv'), `${HEADER}X1,Arktika,Шина,Томск,,5000,4000,3\n`)
    await importFile('a.csv')
    const bad = 'X3,Arktika,Шина 3,Томск,,нет,,\n'
    writeFileSync(file('b.csv'), `${HEADER}X2,Arktika,Шина 2,Томск,,6000,4500,\n${bad}`)
    const refused = await importFile('b.csv')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/50,0 % \(1 из 2\)/)
    expect(await stored()).toEqual({ X1: 4000 })
    const accepted = await importFile('b.csv', '--max-bad', '60')
    expect(accepted).toMatchObject({ code: 0, stdout: expect.stringContaining('Отклонено записей: 1') })
    const rejects = readFileSync(file(`rejects/a.ru-${DAY}.rejects.jsonl`), 'utf8')
      .trim()
      .split('\n')
    expect(rejects.map((line) => JSON.parse(line))).toMatchObject([
      { line: 3, reason: expect.stringMatching(/цен/i) },
    ])
    expect(await stored()).toEqual({ X2: 4500 })
  })

  it.each([
    ['no file', ['--site', 'a.ru']],
    ['a file that is not there', ['--site', 'a.ru', '/nowhere/x.csv']],
    ['a date that is none', ['--site', 'a.ru', '--date', '2026-02-30', 'x.csv']],
    ['no site', ['x.csv']],
  ])('says in words what is wrong with %s', async (_, args) => {
    const { code, stderr } = await runImport(args, env())
    expect(code).toBe(1)
    expect(stderr).toMatch(/[а-я]{3}/)
    expect(stderr).not.toContain('    at ')
  })

  it('writes rejected records to DATA_DIR by default', async () => {
    writeFileSync(file('a.csv'), `${HEADER}X1,Arktika,Шина,Томск,,5000,4000,3\nX2,Arktika,Шина 2,,,,,\n`)
    const args = ['--site', 'a.ru', '--date', DAY, '--max-bad', '60', file('a.csv')]
    expect((await runImport(args, env())).code).toBe(0)
    expect(existsSync(file(`data/rejects/a.ru-${DAY}.rejects.jsonl`))).toBe(true)
  })

  it('reports progress through a workbook, and finally its number of records', async () => {
    const rows = Array.from({ length: 1_200 }, (_, i) => [`X${i}`, 'Arktika', `Шина ${i}`, 'Томск', 5000 + i])
    const sheet = { name: 'Цены', rows: [['article', 'brand', 'name', 'city', 'retail'], ...rows] }
    writeFileSync(file('a.xlsx'), await writeXlsx({ sheets: [sheet] }))
    expect((await importFile('a.xlsx')).stderr).toMatch(/записей 1\s200, предложений 1\s200/)
  })

  it('stops if no record has a mapped field, unless allowed, and reports how far each field is filled', async () => {
    const mapping = {
      fields: { article: 'article', name: 'name', city: 'city', retail: 'retail', opt: 'Ваша Цена!' },
    }
    writeFileSync(file('map.json'), JSON.stringify(mapping))
    writeFileSync(
      file('a.csv'),
      `${HEADER}X1,Arktika,Шина,Томск,,5000,4000,3\n,Arktika,Шина 2,Томск,,6000,,\n`,
    )
    const refused = await importFile('a.csv', '--map', file('map.json'))
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('opt ← «Ваша Цена!»') })
    expect(await stored()).toEqual({})
    const accepted = await importFile('a.csv', '--map', file('map.json'), '--allow-empty', 'opt')
    expect(accepted).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Заполнено: article 50\s%.*opt 0\s%/),
    })
    expect(accepted.stdout).toMatch(/почти пусто: opt 0\s%/)
  })

  it('guesses the mapping of a file, and describes what it guessed', async () => {
    const rows = Array.from(
      { length: 30 },
      (_, i) => `X${i * 37}Z${i % 7};Шина Michelin 205/55R16 ${80 + i}T;${4000 + i * 10};${i}`,
    )
    writeFileSync(file('a.csv'), ['Арт. произв.;Номенклатура;Цена опт;Ост.', ...rows].join('\n'))
    const described = await runImport(['--describe', file('a.csv')], env())
    expect(described).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/opt +\d+\s% {2}колонка «Цена опт»/),
    })
    const mapping = described.stdout.slice(described.stdout.indexOf('\n{'))
    expect(JSON.parse(mapping)).toMatchObject({ fields: { article: 'Арт. произв.', opt: 'Цена опт' } })
    expect(existsSync(file('data'))).toBe(false)

    const imported = await importFile('a.csv', '--guess')
    expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining('шин 30, предложений 30') })
    expect((await stored()).X37Z1).toBe(4010)

    writeFileSync(file('a.csv'), 'Дата;Погода\n2026-01-01;снег\n2026-01-02;дождь\n')
    expect(await importFile('a.csv', '--guess')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Выберите колонку с ценой'),
    })
  })

  it('reports what was changed in the prices of a guessed list, and what was rejected for its price', async () => {
    const name = (i: number) => `Cordiant Пример ${i} 195/65R15 91T`
    const rows = [
      `C10K;${name(1)};20 000`,
      `C20K;${name(2)};22 000`,
      `1,23457E+12;${name(3)};24 000`,
      `C10K;${name(4)};21 000`,
      `C40K;${name(5)};2 000`,
      `C50K;${name(6)};200`,
    ]
    writeFileSync(file('a.csv'), ['Артикул;Название;Цена за комплект', ...rows].join('\n'))
    const { code, stdout } = await importFile('a.csv', '--guess', '--max-bad', '50')
    const plain = stdout.replace(/\s/gu, ' ')
    expect(code).toBe(0)
    for (const words of [
      'шин 3, предложений 3',
      'Цена за 4 шт.: разделена на 4 — 5',
      `Артикул испорчен Excel: шина загружена без него, по названию — 1   строка 4: 1,23457E+12, ${name(3)}`,
      `с другой ценой: взята меньшая — 1   строки 2 и 5: взята «${name(1)}» розн. цена 5 000, а не «${name(4)}» розн. цена 5 250`,
      'Отклонено записей: 2 (',
      'розн. цена: меньше 100 ₽ — 1',
      'розн. цена: не больше десятой части обычной для размера — 1',
    ])
      expect(plain).toContain(words)
    const rejects = readFileSync(file('rejects/a.ru-2026-04-18.rejects.jsonl'), 'utf8').replace(/\s/gu, ' ')
    expect(rejects).toContain(`${name(5)}: 500 ₽, обычно для 195/65 R15 — 5 500 ₽`)
  })

  it('saves nothing of a guessed list of which a part is not read, and names the answer', async () => {
    const records = (key: string, more: object) =>
      Array.from({ length: 6 }, (_, n) => ({
        ...{ article: `${key}${n}X1`, brand: 'Arktika', name: `Arktika Polar ${n} 205/55 R16 91T` },
        ...{ price: 5_000 + n, ...more },
      }))
    const trucks = records('T', { axle: 'рулевая', plies: 16, tread: 'зима', origin: 'РФ' })
    writeFileSync(file('a.json'), JSON.stringify({ cars: records('C', {}), trucks }))
    const asked = await importFile('a.json', '--guess')
    expect(asked.code).toBe(3)
    const [, key = ''] = /--right '([^']+)'/.exec(asked.stderr) ?? []
    expect(asked.stderr).toContain(`${key}: Массив «`)
    expect(await stored()).toEqual({})
    const answered = await importFile('a.json', '--guess', '--right', key, '--account')
    expect(answered).toMatchObject({ code: 0, stdout: expect.stringContaining('Записей 6: шин 6') })
    expect(answered.stdout).toContain('Массивы: прочитано 1 из 2, не прочитаны «')
    expect(answered.stdout).toContain('Читаются колонки: ')
  })

  it('removes a day, and says if there is none', async () => {
    writeFileSync(file('a.csv'), `${HEADER}X1,Arktika,Шина,Томск,,5000,4000,3\n`)
    await importFile('a.csv')
    const remove = () => runImport(['--remove', '--site', 'a.ru', '--date', DAY], env())
    expect(await remove()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('убрано: шин 1, предложений 1, уведомлений 0'),
    })
    expect(await stored()).toEqual({})
    expect(await remove()).toMatchObject({ code: 1, stderr: expect.stringContaining('нет') })
  })

  it('leaves the old day intact when killed while writing, and the next import works', async () => {
    const rows = (price: number, count: number) =>
      HEADER +
      Array.from({ length: count }, (_, i) => `K${i},Arktika,Шина ${i},Томск,,9000,${price},1\n`).join('')
    writeFileSync(file('a.csv'), rows(100, 3_000))
    await importFile('a.csv')
    const old = await stored()
    writeFileSync(file('b.csv'), rows(200, 40_000))
    const log = file('data/prices.sqlite-wal')
    const size = () => (existsSync(log) ? statSync(log).size : 0)
    const before = size()
    const program = startProgram(
      'server/commands/import.ts',
      ['--site', 'a.ru', '--date', DAY, file('b.csv')],
      env(),
    )
    const gone = new Promise<NodeJS.Signals | null>((resolve) =>
      program.on('close', (_, signal) => resolve(signal)),
    )
    // The write-ahead log growing by a megabyte shows that the transaction is in progress.
    while (size() <= before + 1_000_000 && program.exitCode === null) await pause(2)
    program.kill('SIGKILL')
    expect(await gone).toBe('SIGKILL')
    expect(await stored()).toEqual(old)
    expect((await importFile('b.csv')).code).toBe(0)
    const after = Object.values(await stored())
    expect(after).toHaveLength(40_000)
    expect(new Set(after)).toEqual(new Set([200]))
  })
})
