import { queryOptions } from '@tanstack/react-query'
import {
  BackTestAnswer,
  FiringAnswer,
  type FixedRuleMessages,
  RULE_PATHS,
  RuleAnswer,
  RuleFirings,
  RuleIdAnswer,
  type RuleSettings,
  RulesAnswer,
} from '../../../contract/rules/rule.ts'
import { jsonBody, send } from '../../data/client.ts'
import { answerOf, changeOnCompanion, getFromCompanion, postToCompanion } from '../../data/companion-calls.ts'
import { HttpError } from '../../data/errors.ts'

/** Requests about rules (specification 25.3). They throw errors of postToCompanion. */

const RULES_KEY = ['rules'] as const

/** Query filter that matches the list of rules and all firings. */
export const everyRule = { queryKey: RULES_KEY }

/** Query for all rules that the person sees, and for what a rule may name. */
export const rulesQuery = queryOptions({
  queryKey: [...RULES_KEY, 'list'],
  queryFn: ({ signal }) => getFromCompanion(RulesAnswer, RULE_PATHS.rules, signal),
  // Colleagues change rules of the team, and imports fire them.
  refetchOnWindowFocus: 'always',
})

/** Query for the settings of one rule with its articles. They are loaded anew for each visit of the editor. */
export const ruleSettingsQuery = (id: number) =>
  queryOptions({
    queryKey: [...RULES_KEY, 'settings', id],
    queryFn: async ({ signal }) =>
      (await getFromCompanion(RuleAnswer, `${RULE_PATHS.rules}/${id}`, signal)).settings,
    gcTime: 0,
  })

/** Query for everything that one notification of a rule reports. It never changes. */
export const firingQuery = (id: number) =>
  queryOptions({
    queryKey: [...RULES_KEY, 'firing', id],
    queryFn: ({ signal }) => getFromCompanion(FiringAnswer, `${RULE_PATHS.firings}/${id}`, signal),
  })

/** Query for the latest notifications of a rule. */
export const firingsQuery = (rule: number) =>
  queryOptions({
    queryKey: [...RULES_KEY, 'firings', rule],
    queryFn: async ({ signal }) =>
      (await getFromCompanion(RuleFirings, `${RULE_PATHS.rules}/${rule}/firings`, signal)).firings,
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
    queryFn: async ({ signal }) =>
      answerOf(
        BackTestAnswer,
        await send(RULE_PATHS.backTest, { method: 'POST', ...jsonBody(settings), signal }),
      ),
    gcTime: 60_000,
    // A later back-test of the same person, such as that of another tab, has ended this one.
    retry: (failures, error) => error instanceof HttpError && error.status === 409 && failures < 5,
    retryDelay: 500,
  })
}

/**
 * Creates or changes a rule.
 * @param id null to create a rule
 */
export async function saveRule(id: number | null, settings: RuleSettings): Promise<void> {
  const path = id === null ? RULE_PATHS.rules : `${RULE_PATHS.rules}/${id}`
  await postToCompanion(RuleIdAnswer, path, settings)
}

export const deleteRule = (id: number): Promise<void> => changeOnCompanion(`${RULE_PATHS.rules}/${id}/remove`)

export const setRuleEnabled = (id: number, enabled: boolean): Promise<void> =>
  changeOnCompanion(`${RULE_PATHS.rules}/${id}/enabled`, { enabled })

/** Mutes a rule for the signed-in user for a week, or ends this. */
export const setRuleMuted = (id: number, muted: boolean): Promise<void> =>
  changeOnCompanion(`${RULE_PATHS.rules}/${id}/mute`, { muted })

/** Sets whether the signed-in user receives messages of the rule that everybody has. */
export const setFixedMessages = (messages: FixedRuleMessages['messages']): Promise<void> =>
  changeOnCompanion(RULE_PATHS.fixed, { messages } satisfies FixedRuleMessages)
