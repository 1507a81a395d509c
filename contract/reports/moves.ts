/** Kinds of changes of a price between two days (specification 14.6). */
export const MOVES = ['up', 'down', 'new', 'gone'] as const
export type Move = (typeof MOVES)[number]

/** Labels for tyres with such a change (specification 4.30). */
export const MOVE_LABELS: Readonly<Record<Move, string>> = {
  up: 'Подорожали',
  down: 'Подешевели',
  new: 'Появились',
  gone: 'Ушли',
}

/** Number of tyres with each kind of change. A tyre with one price that rose and another that fell counts in both. */
export type MoveCounts = Record<Move, number>

/** Texts displayed instead of a percent for prices that exist on only one of the two days. */
export const MOVE_MARKS = { new: 'появилась', gone: 'ушла' } as const
