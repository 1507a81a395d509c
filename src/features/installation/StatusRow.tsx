import { Link } from 'react-router-dom'
import type { StatusWarning } from '../../../contract/installation/status.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { CabinetIcon, type CabinetIconName } from '../cabinet/CabinetIcon.tsx'
import { CopyButton } from '../cabinet/CopyButton.tsx'
import type { StatusFacts } from './status-facts.ts'

const LEVELS: Readonly<
  Record<StatusWarning['level'] | 'good' | 'none', { icon: CabinetIconName; label: string }>
> = {
  good: { icon: 'circle-check', label: 'В порядке' },
  none: { icon: 'circle-dashed', label: 'Не настроено' },
  warning: { icon: 'circle-info', label: 'Внимание' },
  danger: { icon: 'circle-cross', label: 'Опасность' },
}

interface StatusRowProps {
  facts: StatusFacts
  warning: StatusWarning | undefined
}

/** Part of the installation: its figures, and a warning with advice. */
export function StatusRow({ facts: { title, value, details, isAbsent }, warning }: StatusRowProps) {
  const level = warning?.level ?? (isAbsent ? 'none' : 'good')
  const { icon, label } = LEVELS[level]
  return (
    <li className="status-row" data-level={level}>
      <span className="status-light" role="img" aria-label={label}>
        <CabinetIcon name={icon} />
      </span>
      <h2>{title}</h2>
      <div className="status-facts">
        <p className="status-value">{value}</p>
        {details && <p className="status-details">{details}</p>}
      </div>
      {warning && (
        <div className="status-warning">
          <p>
            <b>{warning.words}</b> {warning.advice}
          </p>
          {warning.command !== '' && (
            <div className="status-command">
              <code>{warning.command}</code>
              <CopyButton text={warning.command} />
            </div>
          )}
          {warning.where === 'sources' && (
            <Link to={ROUTES.sources} className="button button-secondary">
              Открыть источники
            </Link>
          )}
        </div>
      )}
    </li>
  )
}
