import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { DeliveryRules } from '../../../contract/rules/rule.ts'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { LoadProblem } from '../cabinet/LoadProblem.tsx'
import { useOffer } from '../cabinet/useOffer.ts'
import { deliveryRulesQuery } from './delivery-rules-query.ts'
import { QuietHoursForm } from './QuietHoursForm.tsx'
import './quiet-hours.css'

/** Section for when and how often the person's devices may ring, if the server offers it (specification 25.6). */
export function QuietHoursSection() {
  return useOffer('rules') ? <OfferedQuietHours /> : null
}

function OfferedQuietHours() {
  const id = useId()
  const [isEdited, setEdited] = useState(false)
  const { data: rules, error, refetch } = useQuery(deliveryRulesQuery)
  return (
    <section
      className="link-section flex flex-wrap items-center gap-12-16"
      aria-labelledby={id}
      data-status={rules && stateOf(rules)}
    >
      <span className="link-icon">
        <CabinetIcon name="moon" />
      </span>
      <div className="link-words">
        <h2 id={id}>Тихие часы</h2>
        <p role="status">
          {isEdited ? UNSAVED : rules ? rulesText(rules) : error ? 'Не загрузились.' : 'Загружаем...'}
        </p>
      </div>
      {rules && <QuietHoursForm rules={rules} onEdited={setEdited} />}
      <div className="link-messages">
        {!rules && error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      </div>
    </section>
  )
}

const UNSAVED = 'Не сохранено: нажмите «Сохранить».'

const isQuiet = ({ quiet_from, quiet_to }: DeliveryRules): boolean => quiet_from !== quiet_to
const stateOf = (rules: DeliveryRules) => (isQuiet(rules) || rules.hourly > 0 ? 'linked' : 'not-linked')

/** Returns the rules in words. */
function rulesText(rules: DeliveryRules): string {
  const { quiet_from, quiet_to, hourly } = rules
  const parts = [
    isQuiet(rules)
      ? `С ${quiet_from} до ${quiet_to} push ждут, потом приходят одним.`
      : hourly === 0 && 'Выключены: push приходят в любое время.',
    hourly > 0 && `Не больше ${hourly} push в час, остальные одним.`,
  ]
  return parts.filter(Boolean).join(' ')
}
