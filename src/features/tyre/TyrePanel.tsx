import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { type Location, useNavigate } from 'react-router-dom'
import { cardPath } from '../../../contract/tyre/card-path.ts'
import { namedTyre } from '../../../contract/tyre/tyre-text.ts'
import { type ReadableStore, useStore } from '../../lib/store.ts'
import { useSession } from '../../session/useSession.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { TableFeed } from '../report-choice/displayed-table.ts'
import { readCardQuery } from './card-address.ts'
import { TyreCard, type TyreCardProps } from './TyreCard.tsx'
import { useEscape } from './useEscape.ts'
import { useRowNavigation } from './useWalk.ts'

/** Elements that handle the arrow keys themselves. */
const TAKES_ARROWS = 'input, select, textarea, [data-arrows], [role=radiogroup]'

export interface TyrePanelProps extends Pick<TyreCardProps, 'decide'> {
  location: Location
  table: ReadableStore<TableFeed>
}

/** Card of a tyre beside the table from which it was opened. On a phone it covers the table (specification 15.1). */
export function TyrePanel({ location, table, decide }: TyrePanelProps) {
  const feed = useStore(table)
  const navigate = useNavigate()
  const { check } = useSession()
  const { key, row, index, count, settled, walked, state, go } = useRowNavigation(location, feed)
  // A new object for each history entry: opening the same figure again must explain it again.
  const query = useMemo(() => readCardQuery(location.search), [location])
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  const leave = () => navigate(-1)
  useOpenDialog(dialog, id, () => table.get().table?.grid.current?.focus())

  // Checks the session: the report's own check does not run when only this path changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of path triggers a new check
  useEffect(() => {
    void check()
  }, [check, location.pathname])

  useEscape(leave)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const { target, currentTarget } = event
    // A dialog opened by the card handles its keys itself.
    const isFree =
      target instanceof Element &&
      target.closest(TAKES_ARROWS) === null &&
      target.closest('dialog') === currentTarget
    if (step === 0 || !isFree || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    go(index + step)
  }

  return (
    <dialog
      ref={dialog}
      className="tyre-panel"
      aria-labelledby={id}
      onKeyDown={onKeyDown}
      // Android's back gesture closes a modal dialog without a key event.
      onClose={() => dialog.current?.open || leave()}
    >
      {/* Announces the tyre, because the focus does not move when the card shows another one. */}
      <p className="visually-hidden" role="status">
        {walked && settled && row && `${namedTyre(row.specs)}, ${index + 1} из ${count}`}
      </p>
      <TyreCard
        tyre={key}
        query={query}
        settled={settled}
        row={row}
        table={feed.table}
        id={id}
        decide={decide}
        onQuery={(wanted) => navigate(cardPath(key, wanted), { replace: true, state })}
        controls={
          <>
            <button type="button" className="icon-button tyre-back" aria-label="Назад" onClick={leave}>
              <Icon name="back" />
            </button>
            {count > 1 && (
              <>
                <Step name="Предыдущая шина" blocked={index <= 0} turned onClick={() => go(index - 1)} />
                <Step
                  name="Следующая шина"
                  blocked={index < 0 || index >= count - 1}
                  onClick={() => go(index + 1)}
                />
                {index >= 0 && (
                  <span className="tyre-place tabular-nums text-13 text-muted">
                    {index + 1} из {count}
                  </span>
                )}
              </>
            )}
            <button
              type="button"
              className="icon-button tyre-close"
              aria-label="Закрыть карточку"
              onClick={leave}
            >
              <Icon name="close" />
            </button>
          </>
        }
      />
    </dialog>
  )
}

function Step({
  name,
  blocked,
  turned = false,
  onClick,
}: {
  name: string
  blocked: boolean
  turned?: boolean
  onClick(): void
}) {
  return (
    <button
      type="button"
      className={turned ? 'icon-button tyre-step-up' : 'icon-button'}
      aria-label={name}
      title={name}
      // Focusable although inactive: a disabled button would lose the focus at the first or last row.
      aria-disabled={blocked || undefined}
      onClick={blocked ? undefined : onClick}
    >
      <Icon name="chevron" />
    </button>
  )
}

/** Opens the dialog beside the table, or modally. @param onClosed restores the focus that the dialog had */
function useOpenDialog(
  dialog: { current: HTMLDialogElement | null },
  heading: string,
  onClosed: () => void,
): void {
  const giveBack = useEffectEvent(onClosed)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    let modal: boolean | undefined
    const open = () => {
      const isBeside = getComputedStyle(element).getPropertyValue('--beside').trim() === 'yes'
      if (modal === !isBeside) return
      modal = !isBeside
      if (element.open) element.close()
      if (modal) element.showModal()
      else element.show()
      document.getElementById(heading)?.focus({ preventScroll: true })
    }
    open()
    window.addEventListener('resize', open)
    return () => {
      window.removeEventListener('resize', open)
      const had = element.contains(document.activeElement)
      element.close()
      if (had) giveBack()
    }
  }, [dialog, heading])
}
