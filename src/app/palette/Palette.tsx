import { REPORTS } from '../../../contract/reports/reports.ts'
import SearchDialog from '../../features/search/SearchDialog.tsx'
import { usePaletteItems } from './usePaletteItems.ts'

/** The search dialog, with all else that this app has to find. */
export default function Palette({ onClose }: { onClose(): void }) {
  const items = usePaletteItems()
  return <SearchDialog reportRoute={REPORTS['all-prices'].route} palette={items} onClose={onClose} />
}
