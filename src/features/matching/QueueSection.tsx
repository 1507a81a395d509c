import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isUnreachable } from '../../data/companion-calls.ts'
import { preferences } from '../../lib/preferences.ts'
import { useStore } from '../../lib/store.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { confirmBeforeLeaving } from '../../ui/confirm-before-leaving.ts'
import { Loading } from '../../ui/Loading.tsx'
import { useLetterKeys } from '../../ui/single-keys.ts'
import { LoadProblem } from '../cabinet/LoadProblem.tsx'
import { PairView } from './PairView.tsx'
import type { PairQueue } from './pair-queue.ts'
import { decisionsOf, isTaken, keyOf, type PairVerdict, postponedOf } from './queue-state.ts'
import { announcement, TAKEN_TEXT } from './texts.ts'
import type { FormerPair } from './usePairPlace.ts'

const number = new Intl.NumberFormat('ru-RU')

/** Queue of pairs, of which one is displayed at a time (specification 21.10). */
export function QueueSection({ queue }: { queue: PairQueue }) {
  const state = useStore(queue.state)
  const { pairs, current, actions, waiting, loading, error, message, unsent } = state
  const [decided, postponed] = [decisionsOf(state), postponedOf(state)]
  const [asking, setAsking] = useState(false)
  const former = useRef<FormerPair>(null)
  const taken = current !== null && isTaken(current, decided)
  useEffect(() => (unsent > 0 ? confirmBeforeLeaving() : undefined), [unsent])
  useEffect(() => {
    if (!error) return
    const retry = () => void queue.load()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [queue, error])

  const decide = (verdict: PairVerdict) => {
    if (verdict === 'same' && taken) setAsking(true)
    else queue.decide(verdict)
  }
  useLetterKeys({
    y: () => decide('same'),
    n: () => decide('different'),
    s: queue.postpone,
    z: queue.undo,
    j: () => queue.move(1),
    k: () => queue.move(-1),
  })
  return (
    <section className="queue grid grid-cols-auto-end items-center" aria-label="Очередь">
      <div className="queue-actions flex flex-wrap gap-8">
        <Button variant="primary" blocked={!current} aria-keyshortcuts="y" onClick={() => decide('same')}>
          Та же шина <Key name="y" />
        </Button>
        <Button blocked={!current} aria-keyshortcuts="n" onClick={() => decide('different')}>
          Другая шина <Key name="n" />
        </Button>
        <Button variant="quiet" blocked={!current} aria-keyshortcuts="s" onClick={queue.postpone}>
          Позже <Key name="s" />
        </Button>
        <Button variant="quiet" blocked={actions.length === 0} aria-keyshortcuts="z" onClick={queue.undo}>
          Отменить <Key name="z" />
        </Button>
      </div>
      <p className="queue-counts flex gap-16 tabular-nums text-14 text-muted">
        {waiting !== null && (
          <span>
            осталось <strong>{number.format(waiting)}</strong>
          </span>
        )}
        <span>
          решено за сессию <strong>{number.format(decided.length)}</strong>
        </span>
      </p>
      <p className="visually-hidden" role="status" aria-label="Новая пара">
        {current && announcement(current, taken)}
      </p>
      {message && (
        <Alert tone={message.kind === 'failed' ? 'danger' : 'warning'} onDismiss={queue.dismiss}>
          {message.words}
        </Alert>
      )}
      {error && current === null && <QueueProblem error={error} onRetry={() => void queue.load()} />}
      {current && (
        <PairView
          key={keyOf(current)}
          pair={current}
          taken={taken}
          former={former}
          onSwipe={(towards) => decide(towards === 'right' ? 'same' : 'different')}
        />
      )}
      {!current && !error && (loading || unsent > 0 ? <Loading /> : <NothingWaits queue={queue} />)}
      {postponed.length > 0 && (
        <p className="flex flex-wrap items-center gap-6 text-13 text-muted">
          Отложено: {number.format(postponed.length)}
          <Button variant="quiet" onClick={queue.resume}>
            Показать отложенные
          </Button>
        </p>
      )}
      {pairs.length > 0 && <KeyHelp />}
      {asking && current && (
        <ConfirmDialog
          title={TAKEN_TEXT}
          agree="Та же шина"
          onAgree={() => {
            setAsking(false)
            queue.decide('same', true)
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            У {current.listing.site} станет два предложения одной шины. Так бывает, если сайт продаёт её под
            разными кодами; в сравнение войдёт меньшая цена.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}

/** Key of a button's shortcut, hidden while single-key shortcuts are disabled. */
function Key({ name }: { name: string }): ReactNode {
  const enabled = useStore(preferences.singleKeys)
  return enabled && <kbd aria-hidden>{name}</kbd>
}

function QueueProblem({ error, onRetry }: { error: Error; onRetry(): void }) {
  if (!isUnreachable(error)) return <LoadProblem error={error} onRetry={onRetry} />
  return (
    <Alert
      action={
        <Button variant="quiet" onClick={onRetry}>
          Повторить
        </Button>
      }
    >
      Нет связи с сервером. Очередь работает только со связью.
    </Alert>
  )
}

function NothingWaits({ queue }: { queue: PairQueue }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The last decision may have been made by a button in the removed pair, which had the focus.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  return (
    <div className="panel queue-empty">
      <h2 ref={heading} tabIndex={-1}>
        Решать нечего
      </h2>
      <p className="panel-words">
        Все похожие предложения разобраны. Новые пары появятся после загрузки прайс-листов; сколько
        сопоставлено по сайтам, видно выше.
      </p>
      <div className="panel-actions">
        <Button onClick={queue.reload}>Проверить ещё раз</Button>
      </div>
    </div>
  )
}

function KeyHelp() {
  const enabled = useStore(preferences.singleKeys)
  if (!enabled) return null
  return (
    <p className="queue-keys block text-13 text-muted">
      <kbd>y</kbd> та же шина, <kbd>n</kbd> другая шина, <kbd>s</kbd> позже, <kbd>z</kbd> отменить,{' '}
      <kbd>j</kbd> и <kbd>k</kbd> — следующая и предыдущая пара
    </p>
  )
}
