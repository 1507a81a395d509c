import type { PlacePrice, PriceKind } from './market.ts'
import { changeText } from './price-texts.ts'
import './change.css'

/** Price change since the comparison day, for example '▲ 3,2 %'. Renders nothing if the price is unchanged. */
export function Change({ place, kind }: { place: PlacePrice; kind: PriceKind }) {
  const words = changeText(place, kind)
  if (!words) return null
  return (
    <span className={`change change-${words.trend}`}>
      <span aria-hidden="true">{words.seen}</span>
      <span className="visually-hidden">{words.heard}</span>
    </span>
  )
}
