import { SAVED_PAGES_BYTES } from '../../../../contract/worker/saved.ts'
import { formatSize } from '../../../ui/format-size.ts'

export const SAVE_BOUND = `на устройстве хранится до ${formatSize(SAVED_PAGES_BYTES)} таблиц`

/** Tooltip of the save button. */
export const SAVE_HINT = `Все страницы этой таблицы будут открываться без сети; ${SAVE_BOUND}`
