/** Name of the database with a user's decided prices. src/features/decisions opens it; a logout deletes it. */
export const DECISIONS_DATABASE = 'tyre-decisions'
