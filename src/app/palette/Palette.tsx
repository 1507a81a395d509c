import { REPORTS } from '../../../contract/reports/reports.ts'
import SearchDialog from '../../features/search/SearchDialog.tsx'
import { usePaletteItems } from './usePaletteItems.ts'

/** Search dialog with all tyres, pages and actions that the app can find. */
export default function Palette({ onClose }: { onClose(): void }) {
  const items = usePaletteItems()
  return <SearchDialog reportRoute={REPORTS['all-prices'].route} palette={items} onClose={onClose} />
}
