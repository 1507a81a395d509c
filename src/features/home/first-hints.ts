interface Hint {
  text: string
  /** added on devices with a mouse, which have a keyboard; not on phones and tablets */
  withKeys?: string
  /** CSS selector of the element that the hint explains */
  about: string
}

/** Hints of the first visit, displayed one after the other (specification 20.5). */
export const HINTS: readonly Hint[] = [
  {
    text: 'Поиск вверху найдёт шину, отчёт или действие.',
    withKeys: 'Его открывает и клавиша /.',
    about: '.search-button',
  },
  { text: '«Что решить» — главное за день: каждое число открывает строки за ним.', about: '.attention' },
  {
    text: 'Ниже все отчёты. В отчёте название шины открывает её карточку, а «Вид» показывает те же строки рынком или списком.',
    about: '.report-links',
  },
]

/** Returns the text of a hint for this device. */
export const hintText = ({ text, withKeys }: Hint): string =>
  withKeys === undefined || window.matchMedia?.('(pointer: coarse)').matches ? text : `${text} ${withKeys}`
