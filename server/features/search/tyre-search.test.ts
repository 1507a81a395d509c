import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../tests/support/database.ts'
import { savePrices } from '../../../tests/support/prices.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { TyreSearch } from './tyre-search.ts'

for (const { engine, open } of ENGINES) {
  describe.skipIf(!open)(`a search while the index of an import is made, on ${engine}`, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await (open as () => Promise<TestDatabase>)()
    })
    afterAll(() => database?.remove())

    it('finds what is known at once, and waits for what only the import knows', async () => {
      const { db } = database
      const save = (day: string, article: string, name: string) =>
        savePrices(db, 'a.ru', day, [[{ article, name }, { retail: 5_000 }]])
      let read = Promise.resolve()
      const held: ReadSql = { ...db, together: (work) => read.then(() => db.together(work)) }
      const search = new TyreSearch(held)
      const find = async (text: string) =>
        (await search.find(text, 10, () => 0)).tyres.map(({ specs }) => specs.article)
      await save('2026-04-17', 'K1', 'Zimnik')
      expect(await find('zimnik')).toEqual(['K1'])

      const gate = Promise.withResolvers<void>()
      read = gate.promise
      await save('2026-04-18', 'N1', 'Letnik')
      expect(await find('zimnik')).toEqual(['K1'])
      const [found, narrowed] = [find('letnik'), search.matching('letnik')]
      gate.resolve()
      expect(await found).toEqual(['N1'])
      expect((await narrowed).positions()).toHaveLength(1)
      expect(await find('vezdehod')).toEqual([])
    })
  })
}
