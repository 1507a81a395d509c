// Specification 25.7

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matches } from '../../../../contract/lib/answer.ts'
import { RuleSettings } from '../../../../contract/rules/rule.ts'
import { ruleSettings, rulesAnswer } from '../../../../tests/support/rule-answers.ts'
import {
  articlesIn,
  newRuleDraft,
  RULE_TEMPLATES,
  ruleDraftOf,
  ruleSettingsOf,
  tyresProblem,
} from './rule-draft.ts'

const drafted = (query: string) => newRuleDraft(new URLSearchParams(query), rulesAnswer())

describe('newRuleDraft', () => {
  it('takes the filters and the search of a report, and nothing else of its address', () => {
    const draft = drafted(
      'date=2026-11-27&page=3&sort=-x&view=market&in=Омск&kind=retail&brand=A&brand=B&not.season=x&q= polar ',
    )
    expect(draft.tyres).toEqual({
      ...{ of: 'filters', view: '', articles: '' },
      query: 'brand=A&brand=B&not.season=x&q=polar',
    })
    expect([draft.sites, draft.cities, draft.kind]).toEqual([[], [], 'retail'])
  })

  it('makes places of the sites and cities that a rule can name', () => {
    const draft = drafted('site=a.ru&city=Томск&city=Омск&price=opt')
    expect([draft.sites, draft.cities, draft.kind]).toEqual([['a.ru'], ['Томск', 'Омск'], 'wholesale'])
    expect(draft.tyres).toMatchObject({ of: 'own', query: '' })
    // An own site, an unknown one, and excluded cities stay filters.
    expect(drafted('site=daikon-shina.ru').tyres.query).toBe('site=daikon-shina.ru')
    expect(drafted('site=a.ru&site=x.ru').tyres.query).toBe('site=a.ru&site=x.ru')
    expect(drafted('not.city=Томск').cities).toEqual([])
  })

  it('takes the quick filter of recommended prices for the event, with all tyres of the filters', () => {
    const below = { type: 'below', than: 'rrp', percent: 0 }
    const filtered = drafted('only=belowRrp&brand=A&city=Томск&price=opt')
    expect(filtered).toMatchObject({ event: below, cities: ['Томск'] })
    expect(filtered.tyres).toMatchObject({ of: 'filters', query: 'brand=A' })
    expect(ruleSettingsOf(filtered).kind).toBe('retail')
    expect(drafted('only=belowRrp')).toMatchObject({ event: below, tyres: { of: 'all' } })
    expect(drafted('only=changed').event).toMatchObject({ than: 'own' })
  })

  it('returns valid settings or a problem for any address', () => {
    const pair = fc.tuple(
      fc.constantFrom('site', 'city', 'brand', 'not.brand', 'q', 'price', 'saved', 'template'),
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('a.ru', 'Томск', ...Object.keys(RULE_TEMPLATES)),
      ),
    )
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 6 }), (pairs) => {
        const draft = drafted(new URLSearchParams(pairs).toString())
        const isView = draft.tyres.of === 'view'
        expect(isView || tyresProblem(draft) !== null || matches(RuleSettings, ruleSettingsOf(draft))).toBe(
          true,
        )
      }),
    )
  })

  it.each(Object.keys(RULE_TEMPLATES))('begins like the template %s', (template) => {
    const settings = ruleSettingsOf(drafted(`template=${template}`))
    expect(settings).toMatchObject(RULE_TEMPLATES[template]?.settings ?? {})
    expect(matches(RuleSettings, settings)).toBe(true)
  })
})

it.each([
  ruleSettings(),
  ruleSettings({ tyres: { of: 'view', view: 'a'.repeat(32) }, scope: 'team', recipients: ['boris'] }),
  ruleSettings({ tyres: { of: 'filters', query: 'brand=A' }, event: { type: 'stock', to: 'back' } }),
  ruleSettings({ tyres: { of: 'articles', articles: ['A 1', 'B'] } }),
  ruleSettings({ tyres: { of: 'all' }, event: { type: 'late', time: '10:00' } }),
])('saves an unchanged rule as it was: %j', (settings) => {
  expect(ruleSettingsOf(ruleDraftOf(settings))).toEqual(settings)
})

describe('articlesIn', () => {
  it('reads lines, commas, semicolons and tabs, without duplicates', () => {
    expect(articlesIn(' A 1\r\nB,C;D\tB\n\n')).toEqual(['A 1', 'B', 'C', 'D'])
  })

  it('returns articles that a rule accepts, whatever is pasted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        for (const article of articlesIn(text)) {
          expect(article.length).toBeGreaterThan(0)
          expect(article.length).toBeLessThanOrEqual(100)
        }
      }),
    )
  })
})
