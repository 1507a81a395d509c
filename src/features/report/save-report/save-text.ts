import { formatSize } from '../../../../contract/lib/format-size.ts'
import { SAVED_PAGES_BYTES } from '../../../../contract/worker/saved.ts'
import { messageOf, OfflineMissError } from '../../../data/errors.ts'
import type { ListRequest } from '../../../data/report-queries.ts'
import { countText, type NounForms } from '../../../ui/plural.ts'
import type { SaveEnd, SaveProgress } from './save-run.ts'

const SAVE_BOUND = `на устройстве хранится до ${formatSize(SAVED_PAGES_BYTES)} таблиц`
const PAGES: NounForms = ['страница', 'страницы', 'страниц']

export interface SaveMessage {
  tone: 'success' | 'info' | 'danger'
  text: string
}

/** State and actions of saving a report. */
export interface SaveReport {
  /** undefined while no report is being saved */
  progress: SaveProgress | undefined
  message: SaveMessage | null
  /** @param onSaved called when the saving has ended, unless the person has cancelled it */
  start(request: ListRequest, onSaved: () => void): void
  cancel(): void
  dismiss(): void
}

/** Returns the final message for the person. */
export function saveMessage(end: SaveEnd, progress: SaveProgress): SaveMessage {
  const { saved } = progress
  switch (end.kind) {
    case 'complete':
      return { tone: 'success', text: `Отчёт сохранён: ${countText(saved, PAGES)}.` }
    case 'cancelled':
      return { tone: 'info', text: `Сохранение остановлено. ${partly(progress)}` }
    case 'bound':
      return { tone: 'info', text: `${partly(progress)} Больше не помещается: ${SAVE_BOUND}.` }
    case 'not-kept':
      return {
        tone: 'danger',
        text: `Не удалось записать на устройство: возможно, на нём нет места. ${partly(progress)}`,
      }
    case 'failed':
      return { tone: 'danger', text: `${reason(end.error)} ${partly(progress)}` }
  }
}

function reason(error: unknown): string {
  if (error instanceof OfflineMissError) return 'Нет связи с сервером.'
  return `Не удалось сохранить отчёт: ${messageOf(error)}.`
}

function partly({ saved, total }: SaveProgress): string {
  if (saved === 0) return 'Ни одна страница не сохранена.'
  if (total === null) return `Сохранено: ${countText(saved, PAGES)}.`
  return saved === 1
    ? `Сохранена первая из ${total} страниц.`
    : `Сохранены первые ${saved} из ${total} страниц.`
}
