import { Link } from 'react-router-dom'
import type { StatusWarning } from '../../../contract/installation/status.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { CabinetIcon, type CabinetIconName } from '../cabinet/CabinetIcon.tsx'
import { CopyButton } from '../cabinet/CopyButton.tsx'
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
}

/** Part of the installation: its figures, and its warnings with advice. */
export function StatusRow({ facts: { title, value, details, isAbsent }, level, warnings }: StatusRowProps) {
  const shown = level === 'good' && isAbsent ? 'none' : level
  const { icon, label } = LEVELS[shown]
  return (
    <li className="status-row" data-level={shown}>
      <span className="status-light" role="img" aria-label={label}>
        <CabinetIcon name={icon} />
      </span>
      <h2>{title}</h2>
      <div className="status-facts">
        <p className="status-value">{value}</p>
        {details && <p className="status-details">{details}</p>}
      </div>
      {warnings.map((warning) => (
        <Warning key={warning.words} warning={warning} />
      ))}
    </li>
  )
}

function Warning({ warning: { level, words, advice, command, where } }: { warning: StatusWarning }) {
  return (
    <div className="status-warning" data-level={level}>
      <p>
        <b>{words}</b> {advice}
      </p>
      {command !== '' && (
        <div className="status-command">
          <code>{command}</code>
          <CopyButton text={command} />
        </div>
      )}
      {where === 'sources' && (
        <Link to={ROUTES.sources} className="button button-secondary">
          Открыть источники
        </Link>
      )}
    </div>
  )
}
