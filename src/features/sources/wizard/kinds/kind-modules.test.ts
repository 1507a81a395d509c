// Specification 12.6

import { describe, expect, it } from 'vitest'
import type { Source, SourceKind } from '../../../../../contract/sources/source.ts'
import { sourceAnswer } from '../../../../../tests/support/source-answers.ts'
import { newDraft } from '../draft.ts'
import { draftOf, inputOf, kindChange } from '../draft-rules.ts'
import { settingProblems } from '../SettingsStep.tsx'
import { KINDS } from './kind-modules.tsx'

describe.each(Object.keys(KINDS) as SourceKind[])('the kind %s', (kind) => {
  const { First, choice, isTracked, steps, times, verb } = KINDS[kind]

  it('has fields for its first step, unless it has only settings', () => {
    expect(steps.at(-1)).toBe(First ? 'check' : 'settings')
    expect(steps.includes('file')).toBe(First !== undefined)
    expect(choice !== undefined).toBe(First !== undefined)
  })

  it('opens a stored source at one of its steps, and sends it back as it is', () => {
    const address = verb ? 'https://a.ru/' : ''
    const source = { ...sourceAnswer('1', 'a.ru'), kind, address, times: verb ? ['06:30'] : [] } as Source
    const draft = draftOf(source)
    expect(steps).toContain(draft.step)
    expect(settingProblems(draft)).toEqual({})
    expect(inputOf(draft)).toMatchObject({ kind, site: 'a.ru', times: source.times })
    expect(inputOf(draft).address !== '').toBe(verb !== undefined)
  })

  it('brings its usual times to a new draft whose times nobody has changed', () => {
    expect(kindChange(newDraft(), kind)).toEqual({ kind, times })
    expect(kindChange({ ...newDraft(), times: ['01:00'] }, kind)).toEqual({ kind })
  })

  it('has a schedule with valid times, and a site to type unless its pages give it', () => {
    const draft = { ...newDraft(), kind, times: [''] }
    expect(settingProblems(draft).times !== undefined).toBe(verb !== undefined)
    expect(settingProblems(draft).site !== undefined).toBe(isTracked === undefined)
  })
})
