import { asBoolean, asCount, asObjects, asText, parseObject } from '../legacy/fields.ts'
import { ReadError } from '../legacy/lenient-json.ts'
import { type JsonObject, member } from '../legacy/values.ts'
import { isViewId, readViewBody, type SavedView } from './saved-view.ts'

/**
 * Reads the answer of GET /api/companion/views, in the order of the home page (specification 18.5). A view that only
 * a later version can read, such as one of
 * a new report, is dropped.
 * @throws ReadError for any other answer
 */
export function parseViews(body: string): SavedView[] {
  const answer = parseObject(body)
  if (member(answer, 'version') !== 1) throw new ReadError('No views')
  return asObjects(answer, 'views').flatMap((view) => {
    try {
      return [readView(view)]
    } catch {
      return []
    }
  })
}

function readView(view: JsonObject): SavedView {
  const id = asText(view, 'id')
  if (!isViewId(id)) throw new ReadError('No id of a view')
  return {
    ...readViewBody(view),
    id,
    owner: asText(view, 'owner'),
    mine: asBoolean(view, 'mine'),
    editable: asBoolean(view, 'editable'),
    version: asCount(view, 'version'),
  }
}
