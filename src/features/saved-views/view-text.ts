import { COMPETITORS_LABEL } from '../../../contract/reports/competitors.ts'
import { REPORTS } from '../../../contract/reports/reports.ts'
import type { SavedView } from '../../../contract/views/saved-view.ts'
import { isRelativeDay, type RelativeDay } from '../../../contract/views/view-day.ts'
import { failureText, isUnreachable } from '../../data/companion-calls.ts'
import { choiceParts } from '../report-choice/choice-parts.ts'
import { mediumDay } from '../report-choice/format-date.ts'
import { readAddress } from '../report-choice/report-address.ts'
import { readView } from '../report-choice/view.ts'

const DAY_WORDS: Readonly<Record<RelativeDay, string>> = {
  latest: 'последний день с ценами',
  today: 'сегодня',
  yesterday: 'вчера',
}

/** Returns text for the day of a view: 'последний день с ценами', '18 апр. 2026 г.'. */
export const viewDayText = (day: string): string => (isRelativeDay(day) ? DAY_WORDS[day] : mediumDay(day))

/** Returns texts for a view's card: the owner of a team view, its day, and its settings. */
export function viewText({ report, query, day, scope, mine, owner }: SavedView): string[] {
  const address = new URLSearchParams(`date=&${query}`)
  const choice = readAddress(REPORTS[report], address)
  const team = scope === 'team' ? [mine ? 'Команда' : `Команда: ${owner}`] : []
  const { competitors } = readView(address)
  return [
    ...team,
    viewDayText(day),
    ...(choice ? choiceParts({ ...choice, date: '' }) : []),
    ...(competitors ? [COMPETITORS_LABEL] : []),
  ]
}

const NO_NETWORK = 'Нужна сеть: «Мои отчёты» хранятся на сервере, и без него их не изменить.'

/** Returns the reason why a change of views failed, as text for the user. */
export const viewProblem = (error: unknown): string =>
  isUnreachable(error) ? NO_NETWORK : `${failureText(error)}.`

/** Options of useAction for changes of views. */
export const VIEW_ACTION = { words: viewProblem }
