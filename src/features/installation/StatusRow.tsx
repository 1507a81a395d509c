import { Link } from 'react-router-dom'
import type { InstallationStatus, StatusWarning } from '../../../contract/installation/status.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { CabinetIcon, type CabinetIconName } from '../cabinet/CabinetIcon.tsx'
import { CopyButton } from '../cabinet/CopyButton.tsx'
import { sourcePath } from '../sources/source-routes.ts'
import type { StatusFacts } from './status-facts.ts'

/** Level of a part: that of its worst warning. */
export type StatusLevel = StatusWarning['level'] | 'good'

const LEVELS: Readonly<Record<StatusLevel | 'none', { icon: CabinetIconName; label: string }>> = {
  good: { icon: 'circle-check', label: 'В порядке' },
  none: { icon: 'circle-dashed', label: 'Не настроено' },
  warning: { icon: 'circle-info', label: 'Внимание' },
  danger: { icon: 'circle-cross', label: 'Опасность' },
}

interface StatusRowProps {
  facts: StatusFacts
  level: StatusLevel
  warnings: readonly StatusWarning[]
  /** sources that the warnings are about */
  sources: readonly NamedSource[]
}

type NamedSource = InstallationStatus['sources']['failing'][number]

/** Maximum number of sources that are named; the page of sources has all. */
const SHOWN_SOURCES = 10

/** Part of the installation: its figures, and its warnings with advice. */
export function StatusRow({
  facts: { title, value, details, isAbsent },
  level,
  warnings,
  sources,
}: StatusRowProps) {
  const shown = level === 'good' && isAbsent ? 'none' : level
  const { icon, label } = LEVELS[shown]
  return (
    <li className="status-row grid items-baseline gap-4-12" data-level={shown}>
      <span className="status-light" role="img" aria-label={label}>
        <CabinetIcon name={icon} />
      </span>
      <h2>{title}</h2>
      <div className="status-facts">
        <p className="tabular-nums">{value}</p>
        {details && <p className="status-details text-14 text-muted wrap-anywhere">{details}</p>}
      </div>
      {warnings.map((warning) => (
        <Warning key={warning.words} warning={warning} sources={sources} />
      ))}
    </li>
  )
}

interface WarningProps {
  warning: StatusWarning
  sources: readonly NamedSource[]
}

function Warning({ warning: { level, words, advice, command, where }, sources }: WarningProps) {
  const more = sources.length - SHOWN_SOURCES
  return (
    <div className="status-warning" data-level={level}>
      <p>
        <b>{words}</b> {advice}
      </p>
      {command !== '' && (
        <div className="status-command flex flex-wrap items-center gap-8">
          <code>{command}</code>
          <CopyButton text={command} />
        </div>
      )}
      {sources.length > 0 && (
        <ul
          className="status-sources flex flex-wrap items-baseline gap-4-16 list-none wrap-anywhere"
          aria-label="Источники без свежих цен"
        >
          {sources.slice(0, SHOWN_SOURCES).map(({ id, title }) => (
            <li key={id}>
              <Link to={sourcePath(id)}>{title}</Link>
            </li>
          ))}
          {more > 0 && <li>и ещё {more}</li>}
        </ul>
      )}
      {where === 'sources' && (
        <Link to={ROUTES.sources} className="button button-secondary">
          Открыть источники
        </Link>
      )}
    </div>
  )
}
