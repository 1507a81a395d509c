import { Ellipsis } from 'lucide'
import type { TyreListing } from '../../../../contract/matching/matching.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { IconDrawing } from '../../../ui/Icon.tsx'
import { excludedText, matchText, numbersText } from './listing-text.ts'

export interface ListingAction {
  label: string
  act(): void
}

interface ListingItemProps {
  listing: TyreListing
  /** whether this user has reported the match */
  reported: boolean
  actions: readonly ListingAction[]
}

/** Site's own name and numbers of a tyre, and how they were matched. */
export function ListingItem({ listing, reported, actions }: ListingItemProps) {
  const { site, own, name, excluded } = listing
  const numbers = numbersText(listing)
  return (
    <li className="tyre-listing" data-excluded={excluded !== '' || undefined}>
      <p className="tyre-listing-head">
        <b>{site}</b>
        {own && <span>наш сайт</span>}
        <span className="tyre-listing-match">{matchText(listing)}</span>
      </p>
      <p className="tyre-listing-name text-plain">{name}</p>
      {numbers !== '' && <p className="tyre-listing-numbers">{numbers}</p>}
      {excluded !== '' && <p className="tyre-listing-note text-13 font-semibold">{excludedText(listing)}</p>}
      {reported && <p className="tyre-listing-note text-13 font-semibold">Сообщено</p>}
      {actions.length > 0 && (
        <ActionMenu
          label={`Действия: ${site}, ${name}`}
          icon={<IconDrawing of={Ellipsis} />}
          actions={actions}
          onChoose={({ act }) => act()}
        />
      )}
    </li>
  )
}
