const WORDS = 'нет в наличии'

/** Mark of an offer without stock, as in the layouts of a report. */
export const SoldOut = () => (
  <>
    <span aria-hidden="true">○</span> {WORDS}
  </>
)

/** The mark alone, for cells without room for text. */
export const SoldOutSign = () => (
  <span role="img" className="text-muted" aria-label={WORDS} title={WORDS}>
    ○
  </span>
)
