import { HINTS_SEEN_KEY } from '../../data/stored-session.ts'
import { keepIfRoom } from '../../lib/keep-if-room.ts'

interface Hint {
  text: string
  /** added where there are keys: a phone or a tablet has none */
  withKeys?: string
  /** selector of what it speaks of */
  about: string
}

/** What a person is told on the first visit, one at a time (specification 20.5). */
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

/** What a hint says on this device. */
export const hintWords = ({ text, withKeys }: Hint): string =>
  withKeys === undefined || window.matchMedia?.('(pointer: coarse)').matches ? text : `${text} ${withKeys}`

/** How many of them this person has seen on this device; kept until the user signs out. */
export function seenHints(): number {
  const seen = Number(localStorage.getItem(HINTS_SEEN_KEY) ?? 0)
  return Number.isSafeInteger(seen) && seen >= 0 ? seen : HINTS.length
}

export function keepSeenHints(seen: number): void {
  keepIfRoom(HINTS_SEEN_KEY, String(seen))
}
