interface Hint {
  text: string
  /** added on devices with a keyboard; phones and tablets have none */
  withKeys?: string
  /** selector of the subject */
  about: string
}

/** Hints of the first visit, one at a time (specification 20.5). */
export const HINTS: readonly Hint[] = [
  {
    text: 'Поиск вверху найдёт шину, отчёт или действие.',
    withKeys: 'Его открывает и клавиша /.',
    about: '.search-button',
  },
  { text: '«Сегодня» — главное за день: каждое число открывает строки за ним.', about: '.home-today' },
  {
    text: 'Карточки ниже — отчёты. В отчёте название шины открывает её карточку, а «Вид» показывает те же строки рынком или списком.',
    about: '.cards-grouped',
  },
]

/** Returns the text of a hint on this device. */
export const hintText = ({ text, withKeys }: Hint): string =>
  withKeys === undefined || window.matchMedia?.('(pointer: coarse)').matches ? text : `${text} ${withKeys}`
