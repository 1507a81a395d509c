import { type MouseEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { foundText, totalText } from './found-tyre.ts'
import { VIRTUAL_ROWS } from './SearchButton.tsx'
import { SearchResults } from './SearchResults.tsx'
import { type SearchOptions, useSearch } from './useSearch.ts'
import './search-dialog.css'

/** Search dialog: a combobox (ARIA APG) with an open list that navigates (specification 16.5), without downshift. */
export default function SearchDialog(props: SearchOptions) {
  const { onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const search = useSearch(props, id)
  const [besideRows] = useState(() => document.querySelector(VIRTUAL_ROWS) !== null)
  const { found, isRecent, tyres, commands, count, isNothing } = search

  // Closes the dialog before it is removed from the document: the browser would otherwise not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  const onBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it from the keyboard
    <dialog
      ref={dialog}
      className="search-dialog"
      aria-label="Поиск шины"
      onClose={onClose}
      onClick={onBackdrop}
    >
      <div className="search-whole">
        <div className="search-head">
          <input
            autoFocus
            className="search-input"
            role="combobox"
            aria-label="Поиск шины"
            aria-autocomplete="list"
            aria-expanded={count > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={count > 0 ? search.optionId(search.highlighted) : undefined}
            value={search.text}
            onChange={({ target }) => search.setText(target.value)}
            onKeyDown={search.onKeyDown}
            type="text"
            inputMode="search"
            enterKeyHint="search"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            placeholder="Размер, бренд, модель или артикул"
          />
          <button type="button" className="icon-button" aria-label="Закрыть поиск" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        {found.kept !== null && !isRecent && (
          <p className="search-note flex items-center gap-8">
            <Icon name="device" />
            Поиск по сохранённому на устройстве: {foundText(found.kept)}
          </p>
        )}
        {found.problem !== null && (
          <div className="search-problem" role="alert">
            <span>{found.problem}</span>
            <Button onClick={found.retry}>Повторить</Button>
          </div>
        )}
        {isRecent && tyres.length > 0 && (
          <h2 className="search-heading" id={`${id}-recent`}>
            Недавние
          </h2>
        )}
        <SearchResults search={search} id={`${id}-list`} />
        <p className="search-nothing" role="status">
          {isNothing && 'Ничего не найдено.'}
        </p>
        {(isNothing || (isRecent && tyres.length === 0)) && <Hint />}
        <div className="search-foot">
          <p role="status">
            {isRecent && 'Страницы и действия — здесь же: «уведомления», «r3», «тёмная тема».'}
            {isRecent && besideRows && ' Ctrl F ещё раз — поиск браузера, только по строкам на экране.'}
            {commands.length > 0 && `Страницы и действия: ${commands.length}. `}
            {found.waiting && tyres.length === 0 && 'Ищем…'}
            {!isRecent &&
              !found.waiting &&
              tyres.length > 0 &&
              totalText(found.total, found.priced, tyres.length)}
          </p>
          {!isRecent && found.kept === null && (found.priced ?? found.total) > 0 && (
            <Button variant="quiet" onClick={search.openReport}>
              Все в отчёте
            </Button>
          )}
        </div>
      </div>
    </dialog>
  )
}

function Hint() {
  return (
    <div className="search-hint">
      <p>
        Можно искать по размеру (<b>205/55 R16</b>), бренду и модели (<b>нокиан хака</b>), сезону (
        <b>зима 16 шип</b>) и артикулу или его части.
      </p>
    </div>
  )
}
