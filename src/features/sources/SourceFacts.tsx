import type { SourceHistory } from '../../../contract/sources/source.ts'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { formatCount, formatShare, formatSourceDay } from './texts.ts'
import { KINDS } from './wizard/kinds/kind-modules.ts'
import { momentIn, zoneLabel } from './zones.ts'

/** Settings and latest numbers of a source. */
export function SourceFacts({ history }: { history: SourceHistory }) {
  const { source } = history
  const { secret_names: secretNames, times, zone, enabled, expected_by: expectedBy } = source
  const { origin, facts: ownFacts, isTracked } = KINDS[source.kind]
  const facts: Fact[] = [
    ['Сайт', source.site],
    ['Откуда', origin(source)],
    ...(ownFacts?.(history) ?? []),
    secretNames.length > 0 && ['Доступ', `задан: ${secretNames.join(', ')}`],
    [
      'Расписание',
      !enabled
        ? 'выключено'
        : times.length > 0
          ? `${times.join(', ')} (${zoneLabel(zone)})`
          : 'только по вашей команде',
    ],
    ['Ждать к', expectedBy === '' ? 'не ждать' : `${expectedBy} (${zoneLabel(zone)})`],
    ['Следующая загрузка', source.next_run === null ? 'не назначена' : momentIn(zone, source.next_run)],
    ['Последний день', source.last_day === null ? 'цен ещё не было' : formatSourceDay(source.last_day)],
    [
      'Сейчас в отчётах',
      `шин ${formatCount(source.tyres)}, предложений ${formatCount(source.offers)}, отклонено ${formatShare(source.bad_percent)}`,
    ],
    !isTracked && ['Допустимо отклонить', formatShare(source.max_bad)],
  ]
  return (
    <section className="panel" aria-label="Настройка источника">
      <Facts className="source-facts source-facts-wide grid gap-8-16" facts={facts} />
    </section>
  )
}
