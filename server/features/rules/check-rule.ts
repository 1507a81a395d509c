import { setName } from '../../../contract/decisions/set.ts'
import { isBelowRecommended, type RuleSettings } from '../../../contract/rules/rule.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { User } from '../auth/user.ts'
import { ruleQuery } from './rule-query.ts'
import { mayTeam, RuleRefusal } from './watch-rule.ts'

/**
 * Returns the settings of a rule with its texts normalised.
 * @throws RuleRefusal if the user may not have such a rule, or if it could not work; WireError for an invalid query
 */
export async function checkRule(sql: Sql, user: User, given: RuleSettings): Promise<RuleSettings> {
  const name = setName(given.name)
  if (name === '') throw new RuleRefusal(400, 'Назовите правило.')
  const { scope, tyres } = given
  if (scope === 'team' && !mayTeam(user))
    throw new RuleRefusal(403, 'Правила команды создают аналитики и администраторы.')
  if (given.kind === 'wholesale' && isBelowRecommended(given.event))
    throw new RuleRefusal(400, 'С РРЦ сравниваются только розничные цены.')
  if (tyres.of === 'filters') ruleQuery(tyres.query)
  if (tyres.of === 'view' && !(await findRuleView(sql, user.id, tyres.view)))
    throw new RuleRefusal(400, 'Такого вида нет: возможно, его удалили.')
  const recipients = [...new Set(given.recipients)]
  if (scope === 'own' && recipients.some((recipient) => recipient !== user.username))
    throw new RuleRefusal(
      400,
      'Личное правило уведомляет только вас. Чтобы уведомлять других, сделайте его правилом команды.',
    )
  await refuseUnknown(
    sql,
    'SELECT username AS name FROM users',
    recipients,
    (one) => `Пользователя ${one} нет.`,
  )
  const sites = [...new Set(given.sites)]
  await refuseUnknown(sql, 'SELECT host AS name FROM sites', sites, (one) => `Сайта ${one} нет.`)
  return {
    ...given,
    name,
    recipients: scope === 'own' ? [] : recipients,
    sites,
    cities: [...new Set(given.cities)],
  }
}

async function refuseUnknown(
  sql: Sql,
  query: string,
  named: readonly string[],
  words: (one: string) => string,
): Promise<void> {
  if (named.length === 0) return
  const known = new Set((await sql.all<{ name: string }>(query)).map(({ name }) => name))
  const unknown = named.find((one) => !known.has(one))
  if (unknown !== undefined) throw new RuleRefusal(400, words(unknown))
}

/** Returns the query of a view that its owner may see; undefined if there is none. */
export const findRuleView = (
  sql: Pick<Sql, 'get'>,
  owner: string | null,
  view: string,
): Promise<{ query: string } | undefined> =>
  sql.get("SELECT query FROM saved_views WHERE id = ? AND (user_id = ? OR scope = 'team')", view, owner ?? '')
