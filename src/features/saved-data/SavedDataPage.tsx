import { useState } from 'react'
import { forgetsAfterWeek } from '../../pwa/platform.ts'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { SavedContent } from './SavedContent.tsx'
import './saved.css'

const TITLE = 'Сохранённые данные'

/** Page of the data saved on the device (specification 3.17), where it can be pinned and removed. */
export function SavedDataPage() {
  const [attempt, setAttempt] = useState(0)
  useDocumentTitle(TITLE)
  return (
    <section className="saved" aria-labelledby="saved-heading">
      <h1 id="saved-heading" tabIndex={-1}>
        {TITLE}
      </h1>
      <p className="saved-intro">
        Просмотренные таблицы хранятся на этом устройстве и открываются без сети. При выходе из учётной записи
        они удаляются.
      </p>
      {forgetsAfterWeek() && (
        <p className="saved-intro">
          Safari удаляет данные сайтов, которые не открывали семь дней. Чтобы они остались, установите
          приложение на экран «Домой» или заходите чаще.
        </p>
      )}
      <SavedContent key={attempt} onRetry={() => setAttempt(attempt + 1)} />
    </section>
  )
}
