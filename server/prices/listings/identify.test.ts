// Specification 21.3

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../tests/support/extent.ts'
import { offer, specs } from '../../../tests/support/prices.ts'
import { AliasBook } from '../../matching/alias-book.ts'
import type { TyreSpecs } from '../offer.ts'
import { createDraft, type DraftTyre } from '../snapshot-draft.ts'
import { formerListings, type IdentificationInput, identifyListings, type KnownTyre } from './identify.ts'
import { type Listing, type ListingIds, NO_IDS } from './listing.ts'

type Entry = Partial<TyreSpecs> & Partial<ListingIds>

function draftOf(...entries: Entry[]): readonly DraftTyre[] {
  const draft = createDraft()
  for (const { code = '', gtin = '', ...over } of entries)
    draft.add(specs(over), offer({ retail: 1 }), 0, { code, gtin })
  return draft.list
}

const tyreOf = (id: number, over: Partial<TyreSpecs> = {}, known: Partial<KnownTyre> = {}): KnownTyre => ({
  id,
  specs: specs(over),
  article: over.article ?? 'A1',
  code: '',
  saysStuds: false,
  year: '',
  ...known,
})

const listingOf = (tyreId: number, over: Partial<Listing>): Listing => ({
  ...NO_IDS,
  id: tyreId,
  key: 'K',
  tyreId,
  how: 'own',
  article: '',
  digest: '',
  isExcluded: false,
  ...over,
})

function identify(
  list: readonly DraftTyre[],
  {
    listings = [],
    ...knowledge
  }: Partial<Omit<IdentificationInput, 'listings'>> & { listings?: readonly Listing[] },
) {
  const all = {
    listings: formerListings(list, listings),
    siteListings: listings,
    formerSpecs: new Map(listings.map(({ id }) => [id, specs()])),
    saysStuds: () => false,
    gtins: new Map(),
    former: () => undefined,
    aliases: new AliasBook(),
    catalog: [],
    day: '2026-04-18',
  }
  return identifyListings(list, { ...all, ...knowledge }).map(({ tyre, how, possible }) => ({
    tyre: tyre?.id,
    how,
    ...(possible.length > 0 && { possible }),
  }))
}

const none = { article: '' }

describe('identifyListings', () => {
  it('finds the tyre by article, by GTIN and by description, in this order of trust', () => {
    const catalog = [
      tyreOf(1, { article: 'A1' }),
      tyreOf(2, { article: 'B2', name: '205/55R16 94V Arktika Solar' }),
    ]
    const gtins = new Map([['04006381333931', 2]])
    expect(identify(draftOf({ article: 'a-1' }), { catalog })).toEqual([{ tyre: 1, how: 'article' }])
    expect(identify(draftOf({ article: 'A1', gtin: '04006381333931' }), { catalog, gtins })).toEqual([
      { tyre: 2, how: 'gtin' },
    ])
    expect(identify(draftOf({ ...none, name: 'Polar 205/55 R16 94V' }), { catalog })).toEqual([
      { tyre: 1, how: 'description' },
    ])
    expect(
      identify(draftOf({ ...none, brand: 'Zorki', name: 'Zorki Nord 205/55R16 94V' }), { catalog }),
    ).toEqual([{ tyre: undefined, how: 'own' }])
  })

  it('never matches different articles by description, unless they are notations of one number', () => {
    const catalog = [tyreOf(1, { article: '0348176' })]
    expect(identify(draftOf({ article: '0348999' }), { catalog })).toEqual([{ tyre: undefined, how: 'own' }])
    expect(identify(draftOf({ article: '03481760000' }), { catalog })).toEqual([
      { tyre: 1, how: 'description' },
    ])
  })

  it("matches a supplier's codes by description only, and never another site's code", () => {
    const catalog = [tyreOf(1, { article: '' }, { specs: specs({ article: '771' }), article: '' })]
    expect(
      identify(draftOf({ ...none, code: '771', name: 'Nord 205/55R16 94V', brand: 'Zorki' }), { catalog }),
    ).toEqual([{ tyre: undefined, how: 'own' }])
    expect(identify(draftOf({ ...none, code: '500' }), { catalog })).toEqual([
      { tyre: 1, how: 'description' },
    ])
  })

  it('takes a code for the article that another site says it is, of the same brand and size only', () => {
    const catalog = [tyreOf(1, none, { code: 'T100000' })]
    expect(identify(draftOf({ article: 'T100000', name: 'Совсем иначе' }), { catalog })).toEqual([
      { tyre: 1, how: 'article' },
    ])
    expect(identify(draftOf({ article: 'T100000', width: '225', name: '' }), { catalog })).toMatchObject([
      { tyre: undefined, possible: [{ tyreId: 1, conflict: 'size' }] },
    ])
  })

  it('finds a listing again by its code when its description changes, and when the site begins to give articles', () => {
    const catalog = [tyreOf(1), tyreOf(2, { article: 'B2' })]
    const coded = [listingOf(2, { key: '#77', code: '77', how: 'person' })]
    expect(identify(draftOf({ ...none, code: '77', name: 'Иначе' }), { catalog, listings: coded })).toEqual([
      { tyre: 2, how: 'person' },
    ])
    expect(identify(draftOf({ article: 'A1', code: '77' }), { catalog, listings: coded })).toEqual([
      { tyre: 2, how: 'person' },
    ])
  })

  it.each<[string, Entry, 'brand' | 'size']>([
    ['brand', { article: 'A1', brand: 'Zorki', name: 'Zorki Nord' }, 'brand'],
    ['size', { article: 'A1', width: '225' }, 'size'],
  ])('leaves an equal article with another %s to a person', (_, entry, conflict) => {
    expect(identify(draftOf(entry), { catalog: [tyreOf(1)] })).toEqual([
      { tyre: undefined, how: 'own', possible: [{ tyreId: 1, probability: 0, conflict }] },
    ])
  })

  it('leaves the same short number of another brand and size alone', () => {
    const entry = { article: '27-36', brand: 'Zorki', name: 'Zorki Nord', width: '225' }
    expect(identify(draftOf(entry), { catalog: [tyreOf(1, { article: '2736' })] })).toEqual([
      { tyre: undefined, how: 'own' },
    ])
    expect(
      identify(draftOf({ ...entry, article: '273600' }), { catalog: [tyreOf(1, { article: '273600' })] }),
    ).toEqual([{ tyre: undefined, how: 'own', possible: [{ tyreId: 1, probability: 0, conflict: 'brand' }] }])
  })

  it('takes a code that the supplier gave to another tyre for a new listing, but not against a person', () => {
    const catalog = [tyreOf(1)]
    const entry = { ...none, code: '77', brand: 'Zorki', name: 'Zorki Nord 205/55R16 94V' }
    const known = (how: Listing['how']) => ({
      catalog,
      listings: [listingOf(1, { key: '#77', code: '77', how })],
    })
    expect(identify(draftOf(entry), known('description'))).toEqual([{ tyre: undefined, how: 'own' }])
    expect(identify(draftOf(entry), known('person'))).toEqual([{ tyre: 1, how: 'person' }])
  })

  it('gives two listings of one site different tyres, unless a person joined them', () => {
    const catalog = [tyreOf(1, { article: '' })]
    const two = draftOf({ ...none, code: '1' }, { ...none, code: '2' })
    expect(identify(two, { catalog }).map(({ tyre }) => tyre)).toEqual([1, undefined])
    const listings = [
      listingOf(1, { key: '#1', code: '1' }),
      listingOf(1, { id: 5, key: '#2', code: '2', how: 'person' }),
    ]
    expect(identify(two, { catalog, listings }).map(({ tyre }) => tyre)).toEqual([1, 1])
    const byIdentifiers = draftOf({ article: 'A1' }, { article: 'B9', gtin: '123' })
    const known = { catalog: [tyreOf(1, { article: 'A1' })], gtins: new Map([['123', 1]]) }
    expect(identify(byIdentifiers, known).map(({ tyre }) => tyre)).toEqual([undefined, 1])
  })

  it('keeps the listing of a site that gives its tyre a new code, unless it is left out of the figures', () => {
    const catalog = [tyreOf(1, { article: '' })]
    const entry = { ...none, code: '2' }
    const former = listingOf(1, { key: '#1', code: '1', how: 'person' })
    const identified = (listing: Listing) =>
      identifyListings(draftOf(entry), {
        catalog,
        listings: [undefined],
        siteListings: [listing],
        formerSpecs: new Map(),
        gtins: new Map(),
        former: () => undefined,
        aliases: new AliasBook(),
        saysStuds: () => false,
        day: '',
      })[0]
    expect(identified(former)).toMatchObject({ listing: former, how: 'person', tyre: { id: 1 } })
    expect(identified({ ...former, isExcluded: true })).toMatchObject({
      listing: undefined,
      how: 'description',
    })
  })

  it('leaves an equal article to a person if the name has another size than the tyre', () => {
    const entry = {
      ...specs(),
      article: 'A1',
      width: '',
      height: '',
      diameter: '',
      name: 'Polar 195/65R15 91T',
    }
    expect(identify(draftOf(entry), { catalog: [tyreOf(1)] })).toEqual([
      { tyre: undefined, how: 'own', possible: [{ tyreId: 1, probability: 0, conflict: 'size' }] },
    ])
  })

  it('finds the tyres of a former version by the identities that it gave', () => {
    const catalog = [
      tyreOf(1, { article: '' }, { specs: specs({ ...none, name: 'Совсем другое имя', brand: 'Zorki' }) }),
    ]
    expect(identify(draftOf(none), { catalog, former: () => 1 })).toEqual([{ tyre: 1, how: 'description' }])
  })

  it('proposes uncertain tyres, at most three', () => {
    const catalog = [1, 2, 3, 4].map((id) =>
      tyreOf(id, { ...none, name: `205/55R16 94V Arktika Polar ${id}` }),
    )
    const [found] = identify(draftOf({ ...none, name: 'Arktika Polar Nova 205/55R16 94V' }), {
      catalog,
    })
    expect(found).toMatchObject({ tyre: undefined, how: 'own' })
    expect(found?.possible?.length ?? 0).toBeLessThanOrEqual(3)
  })

  it('joins neither two articles nor two listings of a list, whatever the lists', () => {
    const entry = fc.record({
      article: fc.constantFrom('', '', 'A1', 'a-1', 'A2', 'A3'),
      brand: fc.constantFrom('Arktika', 'Zorki', ''),
      name: fc.constantFrom('Polar', 'Polar XL', 'Polar шип', '205/55 R16 94V Polar', 'Solar'),
      season: fc.constantFrom('Зимняя', ''),
      width: fc.constantFrom('205', '225', ''),
      code: fc.constantFrom('', '', '1', '2'),
    })
    const entries = fc.array(entry, { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(entries, entries, (first, second) => {
        const catalog = draftOf(...first).map(
          ({ specs: of }, id): KnownTyre => ({
            id,
            code: '',
            specs: of,
            article: of.article.replace('-', '').toUpperCase(),
            saysStuds: false,
            year: '',
          }),
        )
        const list = draftOf(...second)
        const found = identifyListings(list, {
          catalog,
          listings: [],
          siteListings: [],
          saysStuds: () => false,
          formerSpecs: new Map(),
          gtins: new Map(),
          former: () => undefined,
          aliases: new AliasBook(),
          day: '',
        })
        const tyres = found.flatMap(({ tyre }) => (tyre ? [tyre.id] : []))
        expect(new Set(tyres).size).toBe(tyres.length)
        for (const [at, { tyre }] of found.entries()) {
          const article = list[at]?.specs.article.replace('-', '').toUpperCase() ?? ''
          if (tyre && article !== '' && tyre.article !== '') expect(tyre.article).toBe(article)
        }
      }),
      { numRuns: runs(300) },
    )
  })
})
