import { setName } from '../../../contract/decisions/set.ts'
import { exceptName, type FilterSet, MAX_VALUES, valuesIn } from '../../../contract/reports/filter-sets.ts'
import { FILTER_NAMES, FILTERS, type FilterName } from '../../../contract/reports/filters.ts'
import { isBelowRecommended, type RuleSettings } from '../../../contract/rules/rule.ts'
import { cutQuery } from '../../../contract/search/cut-query.ts'
import { VIEW_QUERY_LENGTH } from '../../../contract/views/saved-view.ts'
import type { Sql } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Filters } from '../../prices/filter-fit.ts'
import type { User } from '../auth/user.ts'
import { canManageTeamRules } from './watch-rule.ts'

/**
 * Returns the settings of a rule with its texts normalised.
 * @throws Refusal if the user may not have such a rule, or if it could not work; Refusal for an invalid query
 */
export async function checkRule(sql: Sql, user: User, given: RuleSettings): Promise<RuleSettings> {
  const name = setName(given.name)
  if (name === '') throw new Refusal(400, 'Назовите правило.')
  const { scope } = given
  const tyres = checkTyres(given.tyres)
  if (scope === 'team' && !canManageTeamRules(user))
    throw new Refusal(403, 'Правила команды создают аналитики и администраторы.')
  if (given.kind === 'wholesale' && isBelowRecommended(given.event))
    throw new Refusal(400, 'С РРЦ сравниваются только розничные цены.')
  if (tyres.of === 'view' && !(await findRuleView(sql, { owner_id: user.id, scope: 'own' }, tyres.view)))
    throw new Refusal(400, 'Такого вида нет: возможно, его удалили.')
  if (tyres.of === 'view' && !(await findRuleView(sql, { owner_id: user.id, scope }, tyres.view)))
    throw new Refusal(400, 'В правиле команды может быть только вид команды.')
  if (given.cities.some((city) => UNSEEN.test(city)))
    throw new Refusal(400, 'В названии города есть невидимые знаки: выберите город из списка.')
  const recipients = [...new Set(given.recipients)]
  if (scope === 'own' && recipients.some((recipient) => recipient !== user.username))
    throw new Refusal(
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
    tyres,
    recipients: scope === 'own' ? [] : recipients,
    sites,
    cities: [...new Set(given.cities)],
  }
}

/** Control characters, those that reverse the direction of the text, and others that nobody sees. */
const UNSEEN = /\p{C}/u

/** @throws Refusal for too long filters, or without articles */
function checkTyres(tyres: RuleSettings['tyres']): RuleSettings['tyres'] {
  if (tyres.of === 'filters') {
    if (tyres.query.length > VIEW_QUERY_LENGTH)
      throw new Refusal(400, 'Фильтры слишком длинные: выберите меньше значений.')
    ruleQuery(tyres.query)
  }
  if (tyres.of !== 'articles') return tyres
  const articles = [...new Set(tyres.articles.map(setName).filter(Boolean))]
  if (articles.length === 0) throw new Refusal(400, 'Впишите хотя бы один артикул.')
  return { of: 'articles', articles }
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
  if (unknown !== undefined) throw new Refusal(400, words(setName(unknown)))
}

/** Returns the query of the view that a rule names: one of its owner, in rules of the team one of the team. */
export const findRuleView = (
  sql: Pick<Sql, 'get'>,
  { owner_id, scope }: { owner_id: string | null; scope: RuleSettings['scope'] },
  view: string,
): Promise<{ query: string } | undefined> =>
  sql.get`
    SELECT query FROM saved_views
    WHERE id = ${view} AND (scope = 'team' OR user_id = ${scope === 'own' ? (owner_id ?? '') : ''})`

/**
 * Returns filters and search of a report's query; other parameters, such as the sort order, are ignored.
 * @throws Refusal for a filter with too many values
 */
export function ruleQuery(query: string): { filters: Filters; search: string } {
  const parameters = new URLSearchParams(query)
  const filters: Partial<Record<FilterName, FilterSet>> = {}
  for (const name of FILTER_NAMES) {
    const wanted = valuesIn(parameters, name)
    const values = wanted.length > 0 ? wanted : valuesIn(parameters, exceptName(name))
    if (values.length > MAX_VALUES)
      throw new Refusal(400, `В фильтре «${FILTERS[name].label}» больше ${MAX_VALUES} значений.`)
    if (values.length > 0) filters[name] = { values: values.sort(), except: wanted.length === 0 }
  }
  return { filters, search: cutQuery(parameters.get('q') ?? '').trim() }
}
