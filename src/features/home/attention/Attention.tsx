import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { failureText } from '../../../data/companion-calls.ts'
import { OfflineMissError } from '../../../data/errors.ts'
import { preferences } from '../../../lib/preferences.ts'
import { useSession } from '../../../session/useSession.ts'
import { SavedNote } from '../../../ui/SavedNote.tsx'
import { FreshnessLine } from '../../freshness/FreshnessLine.tsx'
import { type AttentionEntry, useAttention } from './useAttention.ts'
import './attention.css'

const number = new Intl.NumberFormat('ru-RU')

/** Number of entries for which a first visit reserves room: those of an administrator. */
const USUAL = 5

/** Block with what needs a decision (specification 2.17), in reserved room, so that nothing below it moves. */
export function Attention() {
  const { offline } = useSession()
  const { entries, error, retry, origin } = useAttention()
  const [reserved] = useState(() => preferences.attentionCount.get() || USUAL)
  const count = entries?.length
  const sites = useRef<HTMLButtonElement>(null)
  const openSites = () => {
    sites.current?.focus()
    sites.current?.click()
  }
  useEffect(() => {
    if (count !== undefined) preferences.attentionCount.set(count)
  }, [count])
  const isCalm = entries?.every(({ figure }) => figure?.value === 0) === true
  return (
    <section
      className="attention"
      aria-labelledby="attention-heading"
      style={{ '--reserved': reserved } as CSSProperties}
    >
      <div className="attention-head">
        <h2 id="attention-heading" className="home-heading">
          Что решить
        </h2>
        {isCalm && (
          <p className="attention-calm" role="status">
            сегодня решать нечего
          </p>
        )}
        {(offline || origin?.gateway) && <SavedNote savedAt={origin?.savedAt} gateway={origin?.gateway} />}
        <div className="home-freshness">
          <FreshnessLine opener={sites} />
        </div>
      </div>
      <ul
        className="attention-entries"
        aria-busy={!error && !entries?.every(({ figure, error }) => figure ?? error)}
      >
        {entries?.map((one) => (
          <li key={one.label}>
            <Entry {...one} onOpenSites={openSites} />
          </li>
        ))}
        {!entries && error && (
          <li>
            <Failure label="Сводка" error={error} retry={retry} />
          </li>
        )}
        {!entries &&
          !error &&
          Array.from({ length: reserved }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
            <li key={i} className="attention-entry attention-awaited" aria-hidden="true" />
          ))}
      </ul>
    </section>
  )
}

function Entry({ label, figure, error, retry, onOpenSites }: AttentionEntry & { onOpenSites(): void }) {
  if (error) return <Failure label={label} error={error} retry={retry} />
  const words = (
    <>
      <span className="attention-label font-semibold">{label}</span>{' '}
      <b className="attention-number">
        {figure && (figure.value === null ? '–' : number.format(figure.value))}
      </b>{' '}
      <span className="attention-note">{figure?.note}</span>
    </>
  )
  if (!figure?.value) return <p className="attention-entry">{words}</p>
  if (figure.to === null) {
    return (
      <button type="button" className="attention-entry attention-opens" onClick={onOpenSites}>
        {words}
      </button>
    )
  }
  return (
    <Link className="attention-entry" to={figure.to} onClick={figure.onFollow}>
      {words}
    </Link>
  )
}

/** Entry of a failed request, which repeats it. */
function Failure({ label, error, retry }: { label: string; error: Error; retry(): void }) {
  const reason =
    error instanceof OfflineMissError
      ? 'Нет сети, и на устройстве этого ещё нет'
      : `Не загрузилось: ${failureText(error)}`
  return (
    <button type="button" className="attention-entry" onClick={retry}>
      <span className="attention-label font-semibold">{label}</span> <b className="attention-number">–</b>{' '}
      <span className="attention-note">
        {reason}. <u>Повторить</u>
      </span>
    </button>
  )
}
