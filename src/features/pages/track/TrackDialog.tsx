import { useEffect, useEffectEvent, useState } from 'react'
import { PAGE_CALLS } from '../../../../contract/pages/page-calls.ts'
import type { PageReadingAnswer, TrackedPage } from '../../../../contract/pages/tracked-page.ts'
import { call } from '../../../data/send-call.ts'
import { useAction } from '../../../data/useAction.ts'
import { AddressStep } from './AddressStep.tsx'
import { PriceStep } from './PriceStep.tsx'

interface TrackDialogProps {
  /** key of the tyre */
  tyre: string
  /** tracked page that is read again; null for a new one */
  page: TrackedPage | null
  /** called once the page is tracked; the dialog stays open until the returned promise resolves */
  onTracked(page: TrackedPage): Promise<void>
  onClose(): void
}

/**
 * Dialog that reads a shop's page and tracks the price that the person confirms (specification 23.3). It begins with the
 * address, and reads a known page at once.
 */
export function TrackDialog({ tyre, page, onTracked, onClose }: TrackDialogProps) {
  const [address, setAddress] = useState(page?.address ?? '')
  const [reading, setReading] = useState<PageReadingAnswer | null>(null)
  // The latest reading counts: in StrictMode, the first one of a known page is aborted.
  const { busy, problem, dismiss, run } = useAction({ latest: true })
  const read = () =>
    void run(async (signal) => {
      const answer = await call(PAGE_CALLS.read, { tyre, address: address.trim() }, signal)
      if (!signal.aborted) setReading(answer)
    })
  const readKnown = useEffectEvent(() => {
    if (page) read()
  })
  useEffect(() => readKnown(), [])
  return reading === null ? (
    <AddressStep
      address={address}
      busy={busy}
      problem={problem}
      onChange={(typed) => {
        dismiss()
        setAddress(typed)
      }}
      onRead={read}
      onClose={onClose}
    />
  ) : (
    <PriceStep
      reading={reading}
      page={page}
      onTracked={onTracked}
      onBack={() => setReading(null)}
      onClose={onClose}
    />
  )
}
