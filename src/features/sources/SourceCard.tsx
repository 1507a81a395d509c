import { Link } from 'react-router-dom'
import type { CoverageAnswer } from '../../../contract/matching/matching.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { isUnderWay, type Run, waitsForRetry } from '../../../contract/sources/run.ts'
import type { Source, SourceHealth, SourceHistory } from '../../../contract/sources/source.ts'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { StateMark, type StateTone } from '../../ui/StateMark.tsx'
import { CabinetIcon, type CabinetIconName } from '../cabinet/CabinetIcon.tsx'
import { useLaterFocus } from '../cabinet/useLaterFocus.ts'
import { HeldRun } from './HeldRun.tsx'
import { sourcePath } from './source-routes.ts'
import {
  formatCount,
  formatShare,
  formatSourceDay,
  momentIn,
  momentOf,
  SOURCE_HEALTH_TEXT,
  STATE_HEALTH,
  STATE_TEXT,
  zoneLabel,
} from './texts.ts'
import { KINDS } from './wizard/kinds/kind-modules.tsx'

interface SourceCardProps {
  source: Source
  /** how far the listings of the source's site are matched; undefined if unknown */
  coverage: SiteCoverage | undefined
  /** whether the coverage is loading */
  waits: boolean
  onDone(words: string): void
}

export function SourceCard({ source, coverage, waits, onDone }: SourceCardProps) {
  const {
    site,
    title,
    light,
    last_run: lastRun,
    last_day: lastDay,
    tyres,
    offers,
    next_run: nextRun,
  } = source
  const { note, verb } = KINDS[source.kind]
  const [link, focusLink] = useLaterFocus<HTMLAnchorElement>()
  const moment = lastRun && (lastRun.finished_at ?? lastRun.started_at ?? lastRun.created_at)
  const last =
    lastRun === null ? (
      'ещё не было'
    ) : isUnderWay(lastRun) ? (
      <RunMark run={lastRun} />
    ) : (
      <>
        {moment && <time dateTime={moment}>{momentOf(moment)}</time>},{' '}
        {STATE_TEXT[lastRun.state].toLowerCase()}
      </>
    )
  const next =
    nextRun === null ? (
      (verb && 'не назначена') || 'когда пришлют файл'
    ) : (
      <time dateTime={nextRun}>{momentIn(source.zone, nextRun)}</time>
    )
  const facts: Fact[] = [
    ['Цены за', lastDay === null ? '—' : formatSourceDay(lastDay)],
    lastDay !== null && ['Шин', formatCount(tyres)],
    lastDay !== null && ['Предложений', formatCount(offers)],
    lastDay !== null && ['Отклонено', formatShare(source.bad_percent)],
    ['Последняя загрузка', last],
    ['Следующая', next],
  ]
  return (
    <li className="panel source-card">
      <div className="source-card-head flex flex-wrap items-center gap-4-12">
        <h2>
          <Link ref={link} to={sourcePath(source.id)} className="link wrap-anywhere">
            {title || site}
          </Link>
        </h2>
        {title !== '' && title !== site && <span className="text-14 text-muted">{site}</span>}
        {note && <span className="text-14 text-muted">{note}</span>}
        <SourceHealthMark light={light} />
      </div>
      {lastRun?.state === 'held' && (
        <HeldRun
          run={lastRun}
          site={site}
          kind={source.kind}
          onDone={(words) => {
            onDone(words)
            focusLink()
          }}
        />
      )}
      {lastRun !== null &&
        (lastRun.state === 'failed' || waitsForRetry(lastRun)) &&
        lastRun.message !== '' && <p className="source-message text-14 wrap-anywhere">{lastRun.message}</p>}
      <Facts className="source-facts grid gap-8-16" facts={facts} />
      {coverage && coverage.listings > 0 && <CoverageLine site={coverage} />}
      {/* Reserves the line, so that the sources below do not move. */}
      {waits && <p className="source-coverage m-0 tabular-nums text-14 text-muted">{'\u00a0'}</p>}
    </li>
  )
}

type SiteCoverage = CoverageAnswer['sites'][number]

/**
 * How many of a site's listings are matched (specification 21.7), without those that are left out of the figures. The
 * number of waiting ones links to their queue.
 */
function CoverageLine({ site }: { site: SiteCoverage }) {
  const { own, listings, matched, waiting, alone, excluded } = site
  return (
    <p className="source-coverage m-0 tabular-nums text-14 text-muted">
      Сопоставлено {formatCount(matched)} из {formatCount(listings - excluded)}
      {waiting > 0 && (
        <>
          ,{' '}
          <Link
            to={ROUTES.matching}
            className="text-accent"
          >{`на проверке\u00a0${formatCount(waiting)}`}</Link>
        </>
      )}
      {alone > 0 && `, только у ${own ? 'нас' : 'них'}\u00a0${formatCount(alone)}`}
    </p>
  )
}

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

const LIGHTS: Readonly<Record<SourceHealth, { icon: CabinetIconName; tone?: StateTone }>> = {
  fresh: { icon: 'circle-check', tone: 'good' },
  late: { icon: 'clock', tone: 'open' },
  failed: { icon: 'circle-cross', tone: 'bad' },
  held: { icon: 'circle-pause', tone: 'open' },
  off: { icon: 'power' },
  new: { icon: 'circle-dashed' },
}

export function SourceHealthMark({
  light,
  words = SOURCE_HEALTH_TEXT[light],
}: {
  light: SourceHealth
  words?: string
}) {
  const { icon, tone } = LIGHTS[light]
  return (
    <StateMark tone={tone}>
      <CabinetIcon name={icon} />
      {words}
    </StateMark>
  )
}

export function RunMark({ run }: { run: Run }) {
  const step = run.step === '' ? '' : `: ${run.step}`
  return <SourceHealthMark light={STATE_HEALTH[run.state]} words={`${STATE_TEXT[run.state]}${step}`} />
}
