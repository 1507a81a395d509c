import { PAGE_CALLS } from '../../../../contract/pages/page-calls.ts'
import type { TrackedPage } from '../../../../contract/pages/tracked-page.ts'
import { call } from '../../../data/send-call.ts'
import { useAction } from '../../../data/useAction.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import type { PageQuestion, usePageActions } from './page-actions.ts'
import { roublesText } from './page-text.ts'
import { TrackDialog } from './TrackDialog.tsx'

interface PageDialogProps extends Pick<ReturnType<typeof usePageActions>, 'finish' | 'refresh' | 'close'> {
  question: PageQuestion
}

/** Dialog of an action on a tracked page. */
export function PageDialog({ question, finish, refresh, close }: PageDialogProps) {
  if (question.kind === 'remove')
    return <RemoveDialog page={question.page} finish={finish} refresh={refresh} close={close} />
  return (
    <TrackDialog
      tyre={question.tyre}
      page={question.page}
      onTracked={({ site, price }) => finish(`За ценой на ${site} теперь следят: ${roublesText(price)}.`)}
      onClose={close}
    />
  )
}

type RemoveDialogProps = Omit<PageDialogProps, 'question'> & { page: TrackedPage }

function RemoveDialog({ page: { id, site, tyre_name: name }, finish, refresh, close }: RemoveDialogProps) {
  const { busy, problem, run } = useAction()
  const remove = async () => {
    try {
      await call(PAGE_CALLS.remove, { id })
    } catch (error) {
      // Another person may have removed the page.
      await refresh()
      throw error
    }
    await finish(`За ценой на ${site} больше не следят.`)
  }
  return (
    <ConfirmDialog
      title={`Больше не следить за ценой на ${site}?`}
      agree="Больше не следить"
      busy={busy}
      problem={problem}
      onAgree={() => void run(remove)}
      onClose={close}
    >
      <p>
        {name}: страницу больше не будут читать. Цены прежних дней останутся; из последнего дня цена уйдёт со
        следующей загрузкой цен этого сайта.
      </p>
    </ConfirmDialog>
  )
}
