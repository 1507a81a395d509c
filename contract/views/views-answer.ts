import { Type } from 'typebox'
import { matches, readAnswer } from '../lib/answer.ts'
import { AnyObject } from '../lib/schemas.ts'
import { isViewId, readViewBody, type SavedView } from './saved-view.ts'

/** Answer of GET /api/companion/views, in the order of the home page (specification 18.5). */
const ViewsAnswer = Type.Object({ version: Type.Literal(1), views: Type.Array(AnyObject()) })

/** Properties of a listed view besides its body. */
export const ListedView = Type.Object({
  id: Type.String(),
  /** name of the user who created it */
  owner: Type.String(),
  mine: Type.Boolean(),
  editable: Type.Boolean(),
  version: Type.Integer({ minimum: 0 }),
})

/**
 * Reads the answer. A view that only a later version can read, such as one of a new report, is dropped.
 * @throws ReadError for any other answer
 */
export function parseViews(body: string): SavedView[] {
  return readAnswer(ViewsAnswer, body).views.flatMap((view) => {
    if (!matches(ListedView, view) || !isViewId(view.id)) return []
    const { id, owner, mine, editable, version } = view
    try {
      return [{ ...readViewBody(view), id, owner, mine, editable, version }]
    } catch {
      return []
    }
  })
}
