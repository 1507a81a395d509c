import { queryOptions } from '@tanstack/react-query'
import type { RuleSettings } from '../../../contract/rules/rule.ts'
import { RULE_CALLS } from '../../../contract/rules/rule-calls.ts'
import { HttpError } from '../../data/errors.ts'
import { call } from '../../data/send-call.ts'

const RULES_KEY = ['rules'] as const

/** Query filter that matches the list of rules and all firings. */
export const everyRule = { queryKey: RULES_KEY }

/** Query for all rules that the person sees, and for what a rule may name. */
export const rulesQuery = queryOptions({
  queryKey: [...RULES_KEY, 'list'],
  queryFn: ({ signal }) => call(RULE_CALLS.list, {}, signal),
  // Colleagues change rules of the team, and imports fire them.
  refetchOnWindowFocus: 'always',
})

/** Query for the settings of one rule with its articles. They are loaded anew for each visit of the editor. */
export const ruleSettingsQuery = (id: number) =>
  queryOptions({
    queryKey: [...RULES_KEY, 'settings', id],
    queryFn: async ({ signal }) => (await call(RULE_CALLS.settings, { id }, signal)).settings,
    gcTime: 0,
  })

/** Query for everything that one notification of a rule reports. It never changes. */
export const firingQuery = (id: number) =>
  queryOptions({
    queryKey: [...RULES_KEY, 'firing', id],
    queryFn: ({ signal }) => call(RULE_CALLS.firing, { id }, signal),
  })

export const firingsQuery = (rule: number) =>
  queryOptions({
    queryKey: [...RULES_KEY, 'firings', rule],
    queryFn: async ({ signal }) => (await call(RULE_CALLS.firings, { id: rule }, signal)).firings,
    refetchOnWindowFocus: 'always',
  })

/** Settings that decide about the events of a rule. */
export type TestedSettings = Pick<RuleSettings, 'scope' | 'tyres' | 'event' | 'kind' | 'sites' | 'cities'>

/** Query for the events that a rule with these settings would have reported. */
export const backTestQuery = (tested: TestedSettings) => {
  const settings: RuleSettings = {
    ...tested,
    ...{ name: '-', recipients: [], channels: [], timing: { at: 'once' } },
  }
  return queryOptions({
    queryKey: ['rule-back-test', settings],
    queryFn: ({ signal }) => call(RULE_CALLS.backTest, settings, signal),
    gcTime: 60_000,
    // A later back-test of the same person, such as that of another tab, has ended this one.
    retry: (failures, error) => error instanceof HttpError && error.status === 409 && failures < 5,
    retryDelay: 500,
  })
}
