/**
 * Name of the database of a person's decided prices (src/features/decisions), which the page opens and a logout
 * deletes.
 */
export const DECISIONS_DATABASE = 'tyre-decisions'
