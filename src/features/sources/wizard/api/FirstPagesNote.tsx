import { countText } from '../../../../ui/plural.ts'
import type { WizardDraft } from '../draft.ts'

/** Note that the draft's file has only the first pages of an API. */
export function FirstPagesNote({ draft: { file } }: { draft: Pick<WizardDraft, 'file'> }) {
  if (file?.first_pages === undefined) return null
  const pages = countText(file.first_pages, ['страница', 'страницы', 'страниц'])
  return <p className="panel-words">Здесь первые {pages} прайс-листа. Загрузятся все.</p>
}
