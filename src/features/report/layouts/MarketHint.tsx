import { Button } from '../../../ui/Button.tsx'

interface MarketHintProps {
  onShow(): void
  onRefuse(): void
}

/** Offer to switch to the market layout. Displayed once a city is chosen and until the person chooses a layout. */
export function MarketHint({ onShow, onRefuse }: MarketHintProps) {
  return (
    <div className="order-note">
      <p>Цены одного города короче в виде «Рынок»: строка на шину, столбец на сайт.</p>
      <Button variant="quiet" onClick={onShow}>
        Показать рынок
      </Button>
      <Button variant="quiet" onClick={onRefuse}>
        Оставить таблицу
      </Button>
    </div>
  )
}
